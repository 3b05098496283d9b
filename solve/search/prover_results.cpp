// The part of Prover that tells what a search leaves: answers, and what remains to be done.
#include <algorithm>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "solve/search/move_order.hpp"
#include "solve/search/prover.hpp"

namespace fiveproof::solve {

void Prover::add_answers(NodeId top, std::vector<bool>& seen, std::vector<Answer>& out) const {
  std::vector<NodeId> waiting{top};
  while (!waiting.empty()) {
    const NodeId n = waiting.back();
    waiting.pop_back();
    const Node& node = graph_.at(n);
    FIVEPROOF_ENSURE(node.is_proved());
    if (seen[n]) continue;
    seen[n] = true;
    if (!node.is_or) {
      for (const Edge& edge : graph_.edges(n)) waiting.push_back(edge.child);
      continue;
    }
    for (const Edge& edge : graph_.edges(n))
      if (graph_.at(edge.child).is_proved()) {
        out.push_back({graph_.position(n), Square::from_number(edge.move)});
        waiting.push_back(edge.child);
        break;
      }
  }
}

std::vector<Prover::Answer> Prover::answers(const Position& root) {
  const auto top = graph_.find(root);
  FIVEPROOF_ENSURE(top);
  std::vector<Answer> found;
  std::vector<bool> seen(graph_.size());
  add_answers(*top, seen, found);
  return found;
}

std::vector<Prover::Answer> Prover::all_answers(std::size_t least) const {
  std::vector<std::pair<int, NodeId>> proved;  // most stones first: children before their parents
  for (NodeId n = 0; n < graph_.size(); ++n)
    if (graph_.at(n).is_proved()) proved.emplace_back(-graph_.position(n).stone_count(), n);
  std::ranges::sort(proved);
  std::vector<std::size_t> uses(graph_.size());
  std::vector<Answer> found;
  std::vector<bool> seen(graph_.size());
  for (const auto& [stones, n] : proved) {
    const Node& node = graph_.at(n);
    for (const Edge& edge : graph_.edges(n)) {
      if (!graph_.at(edge.child).is_proved()) continue;
      uses[n] = std::min<std::size_t>(uses[n] + uses[edge.child], 1'000'000);
      if (node.is_or) {
        ++uses[n];
        break;
      }
    }
    if (node.is_or && uses[n] >= least) add_answers(n, seen, found);
  }
  return found;
}

std::optional<std::vector<Square>> Prover::replies(const Position& and_position) {
  const Spot at = spot(graph_.first(and_position), and_position, std::nullopt);
  expand_fully(at);
  if (graph_.at(at.node).is_failed()) return std::nullopt;
  SquareSet open;
  for (const Edge& edge : graph_.edges(at.node)) open.insert(*follow(at, edge).last);
  std::vector<Square> replies;
  for (Square s : ordered_replies(and_position, rule_))
    if (open.contains(s)) replies.push_back(s);
  return replies;
}

std::vector<Prover::Alternative> Prover::alternatives(const Position& or_position) {
  if (const auto n = graph_.find(or_position); !n || !graph_.at(*n).is_open()) return {};
  const Spot at = spot(graph_.first(or_position), or_position, std::nullopt);
  // For each move that a position may be split into, so many ordered moves are looked at to find it.
  constexpr int looked_at_per_move = 4;
  Moves moves;
  while (graph_.at(at.node).next < infinite && has_room(update(at.node).open) &&
         graph_.at(at.node).looked_at < looked_at_per_move * settings_.restricted_moves)
    expand_or(at, nullptr, moves);
  std::vector<Edge> edges(graph_.edges(at.node).begin(), graph_.edges(at.node).end());
  // On an empty board nothing tells one move from another, so the first that did not fail is enough.
  const bool is_empty = or_position.stone_count() == 0;
  if (!is_empty)
    std::ranges::stable_sort(edges, {}, [&](const Edge& edge) { return graph_.at(edge.child).proof; });
  std::vector<Alternative> found;
  for (const Edge& edge : edges) {
    const Spot child = follow(at, edge);
    if (auto open = replies(child.position)) found.push_back({*child.last, std::move(*open)});
    if (is_empty && !found.empty()) break;
  }
  return found;
}

// -- disproofs --------------------------------------------------------------------------------------------

/// The simplest defence at a node. Kind::reply at an OR position means that nothing simple was found, and
/// that all its moves have to be looked at. require: `n` has failed.
Prover::Defence Prover::defence_at(NodeId n) {
  using Kind = Defence::Kind;
  const Position position = graph_.position(n);
  if (can_win_no_more(position, rule_, attacker_)) return {position, Kind::no_line};
  if (graph_.at(n).is_or) {
    if (has_five(position, rule_, opponent(attacker_))) return {position, Kind::five};
    auto pairs = find_pairing(position, rule_, attacker_);
    return pairs ? Defence{position, Kind::pairing, {}, *pairs} : Defence{position, Kind::reply};
  }
  if (position.is_full()) return {position, Kind::full};
  for (const Edge& edge : graph_.edges(n))
    if (graph_.at(edge.child).is_failed()) return {position, Kind::reply, Square::from_number(edge.move)};
  return {position, Kind::threats};
}

std::vector<Prover::Defence> Prover::defences(const Position& root) {
  const auto top = graph_.find(root);
  FIVEPROOF_ENSURE(top && settings_.exhaustive && !failures_);
  std::vector<Defence> found;
  std::vector<bool> seen(graph_.size());
  std::vector<NodeId> waiting{*top};
  while (!waiting.empty()) {
    const NodeId n = waiting.back();
    waiting.pop_back();
    FIVEPROOF_ENSURE(graph_.at(n).is_failed());
    if (seen[n]) continue;
    seen[n] = true;
    const Defence defence = defence_at(n);
    const auto follow = [&](Square s) {
      Position next = defence.position;
      next.play(s);
      const auto child = graph_.find(next);
      FIVEPROOF_ENSURE(child);
      waiting.push_back(*child);
    };
    if (graph_.at(n).is_or && defence.kind == Defence::Kind::reply) {
      for (Square s : legal_moves(defence.position, rule_, attacker_)) follow(s);
      continue;
    }
    found.push_back(defence);
    if (defence.reply) follow(*defence.reply);
  }
  return found;
}

}  // namespace fiveproof::solve
