#include "session/lone_search.hpp"

#include <algorithm>
#include <vector>

#include "session/proof_check.hpp"

namespace fiveproof::session {

LoneSearch::LoneSearch(const solve::StoreIdentity& game, const solve::WorkOptions& how)
    : game_(game), how_(how), prover_(game.rule, game.size, game.attacker, how.settings) {}

solve::SearchOutcome LoneSearch::search(const Position& position, std::uint64_t searches) {
  // The clock is looked at after so many db-searches, so that time limits hold.
  constexpr std::uint64_t searches_at_a_time = 20'000;
  const auto is_late = [&] {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    return spent.count() >= how_.seconds || prover_.graph().size() >= how_.nodes ||
           prover_.graph().bytes() >= how_.memory;
  };
  const std::uint64_t last = prover_.searches() + std::min(searches, ~prover_.searches());
  while (prover_.searches() < last && !is_late()) {
    solve::Budget budget;
    budget.searches = std::min(searches_at_a_time, last - prover_.searches());
    budget.bytes = how_.memory;
    budget.stop = how_.stop;
    const solve::SearchOutcome outcome = prover_.prove(position, budget);
    if (outcome != solve::SearchOutcome::limit) return outcome;
  }
  return solve::SearchOutcome::limit;
}

Result<std::optional<Proof>> LoneSearch::prove(const Root& root, std::uint64_t searches) {
  start_ = std::chrono::steady_clock::now();
  std::vector<Position> open{root.position};
  std::vector<solve::Prover::Answer> answers;
  // Where the verifier sees a position in another orientation than the search did, it may miss a win.
  for (int round = 0; round < 10; ++round) {
    for (const Position& position : open) {
      const solve::SearchOutcome outcome = search(position, searches);
      has_failed_ = round == 0 && outcome == solve::SearchOutcome::failed;
      if (outcome != solve::SearchOutcome::proved) return std::optional<Proof>();
      const auto more = prover_.answers(position);
      answers.insert(answers.end(), more.begin(), more.end());
    }
    Proof proof(game_.rule, game_.size, game_.attacker);
    proof.roots.push_back(root);
    for (const auto& answer : answers) proof.records.add(answer.position, answer.move);
    proof.records.finish();
    FIVEPROOF_LET(const auto check, check_found(proof, how_));
    if (check.is_accepted) return std::optional<Proof>(std::move(proof));
    if (check.is_interrupted) break;
    open = check.positions();
  }
  return std::optional<Proof>();
}

}  // namespace fiveproof::session
