#include "cli/commands/solve_command.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "solve/search/settings.hpp"

namespace fiveproof::cli {

namespace {

Result<ExitCode> run_solve(const SolveOptions& options, const Streams& streams) {
  if (!options.queue.empty() && (!options.repair.empty() || !options.status.empty()))
    return usage_error("--queue: nothing is solved with --status and --repair");
  if (!options.repair.empty()) return repair_store(options, streams);
  if (options.check && options.status.empty()) return usage_error("--check goes with --status");
  if (!options.status.empty()) return tell_status(options, streams);
  if (!options.gaps.empty() || !options.into.empty()) return fill_gaps(options, streams);
  return prove_position(options, streams);
}

std::string settings_help() {
  std::string text = "How the search goes about it:";
  for (const auto& setting : solve::setting_names())
    text +=
        "\n" + std::string(setting.name) + "=" + setting.value + " (" + std::string(setting.meaning) + ")";
  return text;
}

constexpr const char* manual_of_solve =
    R"(Ctrl-C stops the search; with --store the same command goes on where it stopped, whatever ended it.
What is called PROVED has passed `fiveproof verify`; --gaps writes what it closed in any case, and
--status tells what the store says, and looks at every page and entry of it first.

Exit code: 0 proved (--gaps: no gap is left); 1 disproved (--gaps: gaps are left although nothing is
open); 2 not proved: limit, interrupt, or nothing that was tried wins; usage, unusable store.

Examples:
  fiveproof solve --rule freestyle --moves "h8 a1" --attacker black -o a1.fvp
  fiveproof solve --gaps gaps.jsonl --into a.fvp --store a.fvs -o b.fvp
  fiveproof solve --rule renju --moves "h8 o14" --attacker black --queue postgresql:///renju
  fiveproof solve --gaps gaps.jsonl --into mine.lib -o closed.lib
  fiveproof solve --status a.fvs
  fiveproof solve --repair a.fvs -o b.fvs)";

void add_file_options(CLI::App& sub, SolveOptions& options) {
  sub.add_option(
         "--store", options.store,
         "Keep what is proved in this file (.fvs) and continue from it; several processes may share it")
      ->type_name("FILE");
  sub.add_option("--queue", options.queue,
                 "Give the jobs to workers (fiveproof work) that reach this PostgreSQL database; what they "
                 "hand in is verified (docs/cluster.md)")
      ->type_name("URL");
  add_count_option(sub, "--jobs", options.jobs, {1, 4096}, "With --queue: this many jobs at a time")
      ->capture_default_str();
  sub.add_option(
         "-o,--output", options.output,
         "Write the finished proof (.fvp or .jsonl); --gaps: or the tree that has the gaps, with what "
         "closes them; --repair: the new store")
      ->type_name("FILE");
  sub.add_option("--gaps", options.gaps,
                 "Close the gaps in this list (.jsonl, .jsonl.zst), which verify wrote")
      ->type_name("FILE");
  sub.add_option("--into", options.into,
                 "The proof, or the tree or database, that has these gaps; what it does "
                 "not claim itself the list says")
      ->type_name("FILE");
  sub.add_option("--mark", options.mark,
                 "How new nodes in a tree are told: none; comment, at the uppermost ones; point, the mark of "
                 "the point at all. But for none the first comment names the proof")
      ->type_name("MARK")
      ->capture_default_str();
  sub.add_option(
         "--disproof", options.disproof,
         "Write what shows that the attacker does not win: a proof for the other side (.fvp or .jsonl), or "
         "with --set exhaustive=on the answer to every move (.jsonl). --gaps: all refutations that are found")
      ->type_name("FILE");
  sub.add_option(
         "--import", options.import,
         "First check this proof by the rules of the store, and put in those of its positions that hold")
      ->type_name("FILE");
}

/// What is done to a store instead of solving.
void add_store_options(CLI::App& sub, SolveOptions& options) {
  sub.add_option("--status", options.status, "Solve nothing: check this store and say what is in it")
      ->type_name("FILE");
  sub.add_flag("--check", options.check, "With --status: also say how much was looked at");
  sub.add_option("--repair", options.repair,
                 "Solve nothing: save what is intact in this store to a new one (-o); one of version 1 "
                 "becomes one of the current version")
      ->type_name("FILE");
}

void add_search_options(CLI::App& sub, SolveOptions& options) {
  sub.add_option("--time", options.time, "Stop after this time: 90, 90s, 10m, 2h")->type_name("T");
  add_count_option(sub, "--nodes", options.nodes, {}, "Stop after this many positions");
  add_memory_option(sub, options.memory,
                    "For all searches together, and before them for the files that are read");
  add_count_option(sub, "--threads", options.threads, thread_range, "Threads; 0: one per processor")
      ->default_str("0");
  sub.add_option("--leaf", options.leaf,
                 "What says that a position is won: db, db-search; vct, also a search for threats that are "
                 "answered one by one (vct-nodes=400): slower, for a smaller proof")
      ->type_name("NAME")
      ->capture_default_str();
  sub.add_option("--set", options.settings, settings_help())->type_name("NAME=VALUE");
  sub.add_option("--log", options.log, "Append a line of JSON per job to this file")->type_name("FILE");
  sub.add_flag("--json", options.json,
               "Answer in JSON (spec/solve.schema.json; --gaps: solve-gaps, --status: solve-status)");
  sub.add_flag("-q,--quiet", options.quiet, "Nothing on stderr but errors");
  add_progress_options(sub, options.progress);
}

}  // namespace

void setup_solve(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("solve", "Prove that the attacker wins, against every reply");
  auto options = std::make_shared<SolveOptions>();
  add_game_options(*sub, options->game);
  add_file_options(*sub, *options);
  add_store_options(*sub, *options);
  add_search_options(*sub, *options);
  sub->footer(manual_of_solve);
  when_chosen(*sub, streams, exit_code, [options, &streams] { return run_solve(*options, streams); });
}

}  // namespace fiveproof::cli
