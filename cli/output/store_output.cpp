// `fiveproof convert PROOF OUT.fvs`
#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

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
      if (auto put = change.put_root(root); !put.ok()) return put;
      if (roots == &holding.open || root.position.to_move() == holding.proof.attacker) continue;
      const Position canonical = canonical_form(root.position).position;
      solve::JobEntry job = before.job(canonical).value_or(solve::JobEntry{});
      job.state = solve::JobState::proved;
      if (auto put = change.put_job(canonical, job); !put.ok()) return put;
    }
  return before.status();
}

struct Written {
  std::uint64_t added = 0, all = 0;  ///< answers
};

Result<Written> put_all(const session::Holding& holding, Store& store) {
  const auto before = store.view();
  if (!before.ok()) return before.error();
  auto change = store.change();
  if (!change.ok()) return change.error();
  if (auto put = session::put_answers(holding.proof, change.value()); !put.ok()) return put.error();
  if (auto put = put_claims(holding, before.value(), change.value()); !put.ok()) return put.error();
  if (auto done = change.value().commit(); !done.ok()) return done.error();
  const auto after = store.view();
  if (!after.ok()) return after.error();
  return Written{after.value().answers() - before.value().answers(), after.value().answers()};
}

}  // namespace

Result<ExitCode> write_store(Proof proof, const ProofOutput& output, const Streams& streams) {
  if (output.path == "-") return usage_error("a store is a file: standard output cannot be one");
  std::error_code none;
  std::optional<Store> store;
  const solve::StoreIdentity game{proof.rule, proof.size, proof.attacker};
  const auto open = [&]() -> Status {
    auto opened = Store::open(output.path, game, Store::Mode::create);
    if (!opened.ok()) return opened.error();
    store.emplace(std::move(opened).value());
    return Done{};
  };
  if (std::filesystem::exists(output.path, none))  // of another game? That is soon said
    if (auto opened = open(); !opened.ok()) return opened.error();

  solve::WorkOptions how;
  how.threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::string> losses = losses_beside(proof);
  const auto held = session::what_holds(std::move(proof), game.rule, how);
  if (!held.ok()) return held.error();
  const session::Holding& holding = held.value();
  add_losses(holding, losses);
  output.report.add("losses", losses);
  if (!output.quiet) tell_writing(streams, output.path, {.losses = losses});
  if (output.strict && !(output.is_whole && losses.empty())) return refuse_loss(output.path, streams);
  if (!store)
    if (auto opened = open(); !opened.ok()) return opened.error();
  const auto written = put_all(holding, *store);
  if (!written.ok()) return written.error();
  output.report.set("records", holding.records);
  output.report.set("verified", holding.proof.records.count());
  output.report.set("added", written.value().added);
  output.report.set("answers", written.value().all);
  if (!output.quiet)
    streams.err << output_name(output.path) << ": " << holding.proof.records.count() << " of "
                << counted(holding.records, "record") << " verified; "
                << counted(written.value().added, "answer") << " added, " << written.value().all
                << " in the store\n";
  return exit_yes;
}

}  // namespace fiveproof::cli
