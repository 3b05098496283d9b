#include "cli/lone_search.hpp"

#include <algorithm>
#include <chrono>

namespace fiveproof::cli {
namespace {

/// The clock is looked at after so many db-searches.
constexpr std::uint64_t searches_at_a_time = 20'000;

}  // namespace

LoneSearch::LoneSearch(const solve::StoreIdentity& game, const solve::WorkOptions& how, GapFinder gaps)
    : game_(game),
      how_(how),
      gaps_(std::move(gaps)),
      prover_(game.rule, game.size, game.attacker, how.settings) {}

bool LoneSearch::search(const Position& position, std::uint64_t searches) {
  const auto start = std::chrono::steady_clock::now();
  const auto is_late = [&] {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    return spent.count() >= how_.seconds || prover_.graph().size() >= how_.nodes ||
           prover_.graph().bytes() >= how_.memory;
  };
  has_failed_ = false;
  const std::uint64_t last = prover_.searches() + std::min(searches, ~prover_.searches());
  while (prover_.searches() < last && !is_late()) {
    solve::Budget budget;
    budget.searches = std::min(searches_at_a_time, last - prover_.searches());
    budget.bytes = how_.memory;
    budget.stop = how_.stop;
    const solve::Outcome outcome = prover_.prove(position, budget);
    has_failed_ = outcome == solve::Outcome::failed;
    if (outcome != solve::Outcome::limit) return outcome == solve::Outcome::proved;
  }
  return false;
}

Result<std::optional<Proof>> LoneSearch::prove(const Root& root, std::uint64_t searches) {
  std::vector<Position> open{root.position};
  std::vector<solve::Prover::Answer> answers;
  // Where the verifier sees a position in another orientation than the search did, it may miss a win.
  for (int round = 0; round < 10; ++round) {
    for (const Position& position : open) {
      if (!search(position, searches)) return std::optional<Proof>();
      const auto more = prover_.answers(position);
      answers.insert(answers.end(), more.begin(), more.end());
    }
    Proof proof(game_.rule, game_.size, game_.attacker);
    proof.roots.push_back(root);
    for (const auto& answer : answers) proof.records.add(answer.position, answer.move);
    proof.records.finish();
    auto gaps = gaps_(proof);
    if (!gaps.ok()) return gaps.error();
    if (gaps.value().empty()) return std::optional<Proof>(std::move(proof));
    open = std::move(gaps).value();
  }
  return std::optional<Proof>();
}

}  // namespace fiveproof::cli
