// `fiveproof convert PROOF OUT.fvs`
#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "cli/output/proof_output.hpp"
#include "convert/formats.hpp"
#include "convert/proof/conversion.hpp"
#include "game/symmetry.hpp"
#include "session/store_import.hpp"

namespace fiveproof::cli {
namespace {

using convert::counted;
using solve::Store;

/// A claim that a threat sequence alone proves has no move that could be an answer.
bool is_without_answer(const Proof& proof, const Root& root) {
  if (root.position.to_move() != proof.attacker) return false;
  const auto [first, last] = proof.records.find(canonical_form(root.position).position);
  return first == last || !proof.records.move(first);
}

void lose(std::vector<std::string>& losses, std::uint64_t number, const std::string& noun,
          const std::string& why) {
  if (number != 0) losses.push_back(counted(number, noun) + why);
}

/// What goes along with the proof.
std::vector<std::string> losses_beside(const Proof& proof) {
  std::vector<std::string> losses;
  lose(losses, proof.findings.size(), "finding", "");
  for (const Section& section : proof.sections) losses.push_back(convert::text_of(section));
  return losses;
}

/// What the proof says and the store will not.
void add_losses(const session::Holding& holding, std::vector<std::string>& losses) {
  const Proof& kept = holding.proof;
  lose(losses, holding.records - kept.records.count(), "record",
       " not verified, or that no claim needs: verify says more");
  std::uint64_t leaves = 0;
  for (std::size_t i = 0; i < kept.records.count(); ++i) leaves += kept.records.move(i) ? 0 : 1;
  lose(losses, leaves, "record", " without a move: a store leaves threat sequences to the search");
  lose(losses, holding.open.size(), "claim", " not verified: an open job of the store");
  const auto silent =
      std::ranges::count_if(holding.proved, [&](const Root& root) { return is_without_answer(kept, root); });
  lose(losses, static_cast<std::uint64_t>(silent), "claim",
       " that a threat sequence alone proves: an open job of the store");
}

/// The claims are what the store was asked to prove. It knows the attacker's moves; that he wins where the
/// defender is to move, only a job can tell.
Status put_claims(const session::Holding& holding, const Store::View& before, Store::Change& change) {
  for (const auto* roots : {&holding.proved, &holding.open})
    for (const Root& root : *roots) {
      FIVEPROOF_TRY(change.put_root(root));
      if (roots == &holding.open || root.position.to_move() == holding.proof.attacker) continue;
      const Position canonical = canonical_form(root.position).position;
      solve::JobEntry job = before.job(canonical).value_or(solve::JobEntry{});
      job.state = solve::JobState::proved;
      FIVEPROOF_TRY(change.put_job(canonical, job));
    }
  return before.status();
}

struct Written {
  std::uint64_t added = 0, all = 0;  ///< answers
};

Result<Written> put_all(const session::Holding& holding, Store& store) {
  FIVEPROOF_LET(const auto before, store.view());
  FIVEPROOF_LET(auto change, store.change());
  FIVEPROOF_TRY(session::put_answers(holding.proof, change));
  FIVEPROOF_TRY(put_claims(holding, before, change));
  FIVEPROOF_TRY(change.commit());
  FIVEPROOF_LET(const auto after, store.view());
  return Written{after.answers() - before.answers(), after.answers()};
}

}  // namespace

Result<ExitCode> write_store(Proof proof, const ProofOutput& output, const Streams& streams) {
  if (is_standard_output(output.path)) return usage_error("a store is a file: standard output cannot be one");
  std::error_code none;
  std::optional<Store> store;
  const solve::StoreIdentity game{proof.rule, proof.size, proof.attacker};
  const auto open = [&]() -> Status {
    FIVEPROOF_LET(auto opened, Store::open(output.path, game, Store::Mode::create));
    store.emplace(std::move(opened));
    return Done{};
  };
  if (std::filesystem::exists(output.path, none))  // of another game? That is soon said
    FIVEPROOF_TRY(open());

  solve::WorkOptions how;
  how.threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::string> losses = losses_beside(proof);
  FIVEPROOF_LET(const auto held, session::what_holds(std::move(proof), game.rule, how));
  const session::Holding& holding = held;
  add_losses(holding, losses);
  output.report.add("losses", losses);
  if (!output.quiet) tell_writing(streams, output.path, {.losses = losses});
  if (output.strict && !(output.is_whole && losses.empty())) return refuse_loss(output.path, streams);
  if (!store) FIVEPROOF_TRY(open());
  FIVEPROOF_LET(const auto written, put_all(holding, *store));
  output.report.set("records", holding.records);
  output.report.set("verified", holding.proof.records.count());
  output.report.set("added", written.added);
  output.report.set("answers", written.all);
  if (!output.quiet)
    streams.err << output_name(output.path) << ": " << holding.proof.records.count() << " of "
                << counted(holding.records, "record") << " verified; " << counted(written.added, "answer")
                << " added, " << written.all << " in the store\n";
  return exit_yes;
}

}  // namespace fiveproof::cli
