#include "solve/jobs/job_search.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "game/position_key.hpp"

namespace fiveproof::solve {
namespace {

/// How many db-searches it may cost to try the proof of one sibling.
constexpr std::uint64_t sibling_budget = 3'000;
/// A search that fails keeps the proofs inside it that need at least so many answers.
constexpr std::size_t least_kept = 5;

bool has_failed(const Store::View& view, const Position& position) {
  const auto entry = view.job(position);
  return entry && entry->state == JobState::failed;
}

/// Adds moves, with their open replies, that the position has not been split into yet. A symmetric move
/// counts as the same one, because which of two images a search tells depends on its orientation.
void add_splits(const Position& position, const std::vector<Prover::Alternative>& moves, Yield& yield) {
  const auto after = [&](Square move) {
    Position next = position;
    next.play(move);
    return next;
  };
  std::unordered_set<std::string> known;
  for (Square move : yield.entry.moves) known.insert(symmetric_key(after(move)));
  for (const auto& alternative : moves) {
    const Position next = after(alternative.move);
    if (!known.insert(symmetric_key(next)).second) continue;
    yield.splits.push_back({next, {JobState::split, 0, 0, alternative.replies}});
    yield.entry.moves.push_back(alternative.move);
  }
}

}  // namespace

/// Each second thought of JobTree tries twice as many moves as the search before, because the right move may
/// not have been among those.
Settings JobSearch::settings_for(const Work& work) const {
  Settings settings = options_.settings;
  for (unsigned i = 0; i < work.second_thought && settings.restricted_moves <= 200; ++i)
    settings.restricted_moves *= 2;
  return settings;
}

Yield JobSearch::prove(const Work& work) const {
  Yield yield;
  yield.entry = work.job.entry;
  yield.report.position = work.job.position;
  yield.report.round = work.job.entry.round;
  Prover prover(
      game_.rule, game_.size, game_.attacker, settings_for(work),
      [&](const Position& p) {
        const auto move = view_.answer(p);
        if (move && on_known) on_known(p);
        return move;
      },
      [&](const Position& p) { return has_failed(view_, p); });
  Budget budget;
  budget.bytes = options_.memory / std::max(1u, options_.threads);
  budget.nodes = work.most_nodes;
  budget.deadline = work.deadline;
  budget.stop = options_.stop;

  SearchOutcome outcome = SearchOutcome::limit;
  if (work.job.entry.round == 0)
    for (const Position& sibling : work.siblings) {
      budget.searches = sibling_budget;
      if (!prover.try_proof_of(sibling, work.target, budget)) continue;
      outcome = SearchOutcome::proved;
      yield.report.by_simulation = true;
      break;
    }
  if (outcome != SearchOutcome::proved) {
    budget.searches = work.budget;
    outcome = prover.prove(work.target, budget);
  }
  Moves moves;
  const bool may_make_more = prover.graph().size() < work.most_nodes;
  if (outcome == SearchOutcome::limit && may_make_more && (work.is_last_chance || work.second_thought > 0))
    moves = prover.alternatives(work.job.position);
  if (outcome == SearchOutcome::limit && work.has_moves_alone())
    outcome = search_moves(work.job.position, moves, prover, budget);
  if (outcome == SearchOutcome::limit && std::chrono::steady_clock::now() >= work.deadline)
    outcome = SearchOutcome::stopped;
  yield.report.outcome = outcome;
  if (outcome == SearchOutcome::proved) {
    yield.entry.state = JobState::proved;
    yield.answers = prover.answers(work.target);
  } else if (outcome == SearchOutcome::failed) {
    yield.entry.state = JobState::failed;
  } else if (outcome == SearchOutcome::limit) {
    yield.answers = prover.all_answers(least_kept);
    add_splits(work.job.position, moves, yield);
    if (!yield.entry.moves.empty()) yield.entry.state = JobState::split;
    ++yield.entry.round;
  }
  yield.report.searches = prover.searches();
  yield.report.nodes = prover.graph().size();
  yield.report.answers = yield.answers.size();
  yield.entry.searches += prover.searches();
  return yield;
}

/// In the DAG that the search of the position has left: what it found below a move counts.
SearchOutcome JobSearch::search_moves(const Position& position, const Moves& moves, Prover& prover,
                                      const Budget& budget) {
  for (std::size_t i = 0; i < moves.size() && i < moves_searched_alone; ++i) {
    Position next = position;
    next.play(moves[i].move);
    const SearchOutcome outcome = prover.prove(next, budget);
    if (outcome == SearchOutcome::stopped) return outcome;
    Budget nothing = budget;
    nothing.searches = 0;
    if (outcome == SearchOutcome::proved) return prover.prove(position, nothing);
  }
  return SearchOutcome::limit;
}

/// Splits an AND position into its open replies.
Yield JobSearch::split(const Work& work) const {
  Yield yield;
  yield.report.position = work.job.position;
  Prover prover(game_.rule, game_.size, game_.attacker, options_.settings,
                [&](const Position& p) { return view_.answer(p); });
  const auto replies = prover.replies(work.job.position);
  yield.entry.state = !replies ? JobState::failed : replies->empty() ? JobState::proved : JobState::split;
  if (replies) yield.entry.moves = *replies;
  yield.report.searches = yield.entry.searches = prover.searches();
  return yield;
}

}  // namespace fiveproof::solve
