#include "session/lone_search.hpp"

#include <algorithm>
#include <vector>

#include "session/proof_check.hpp"

namespace fiveproof::session {

using Clock = std::chrono::steady_clock;

LoneSearch::LoneSearch(const solve::StoreIdentity& game, const solve::WorkOptions& how)
    : game_(game), how_(how), prover_(game.rule, game.size, game.attacker, how.settings) {}

solve::SearchOutcome LoneSearch::search(const Position& position, std::uint64_t searches) {
  solve::Budget budget;
  budget.searches = searches;
  budget.nodes = how_.nodes;
  budget.bytes = how_.memory;
  budget.deadline = deadline_;
  budget.stop = how_.stop;
  // What is won at sight takes no budget, but a limit may have been reached before.
  const auto& graph = prover_.graph();
  if (searches == 0 || graph.size() >= how_.nodes || graph.bytes() >= how_.memory ||
      Clock::now() >= deadline_)
    return solve::SearchOutcome::limit;
  return prover_.prove(position, budget);
}

Result<std::optional<Proof>> LoneSearch::prove(const Root& root, std::uint64_t searches) {
  deadline_ = solve::deadline_after(how_.seconds);
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
