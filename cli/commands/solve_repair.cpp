// `fiveproof solve --repair`: what is whole of a store, in a new one.
#include "base/visible.hpp"
#include "cli/commands/solve_command.hpp"
#include "cli/commands/solve_workplace.hpp"
#include "solve/store/repair.hpp"

namespace fiveproof::cli {

Result<ExitCode> repair_store(const SolveOptions& options, const Streams& streams) {
  if (options.output.empty()) return usage_error("--repair: expected -o with the name of the new store");
  if (options.json || !options.status.empty() || !options.store.empty())
    return usage_error("--repair goes with -o alone");
  FIVEPROOF_LET(const auto repaired, solve::repair(options.repair, options.output));
  const auto& [game, version, damage, saved, reopened] = repaired;
  streams.out << visible(options.repair) << ": " << (damage ? damage->message : "nothing is damaged") << '\n';
  if (version == 1 && damage)
    streams.out << visible(options.repair)
                << ": of version 1, without checksums: entries are taken as they stand\n";
  streams.out << visible(options.output) << ": " << number_of(saved.answers, "answer") << ", "
              << number_of(saved.jobs, "job") << " and " << number_of(saved.roots, "position")
              << " to prove saved";
  if (reopened > 0) streams.out << "; " << number_of(reopened, "job") << " to be searched again";
  streams.out << '\n';
  return exit_yes;
}

}  // namespace fiveproof::cli
