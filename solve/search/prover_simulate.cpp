// The part of Prover that does Kawano's simulation (1996): it tries the proof of one reply against another.
#include <algorithm>

#include "game/legal_moves.hpp"
#include "solve/search/prover.hpp"

namespace fiveproof::solve {

void Prover::simulate_siblings(const Spot& at, NodeId proved) {
  const std::vector<Edge> edges(graph_.edges(at.node).begin(), graph_.edges(at.node).end());
  const Position source = follow(at, *std::ranges::find(edges, proved, &Edge::child)).position;
  for (const Edge& edge : edges)
    if (graph_.at(edge.child).is_open() && !is_out_of_budget())
      (void)simulate(source, follow(at, edge).position);
}

void Prover::simulate_any(const Spot& at) {
  for (const Edge& edge : graph_.edges(at.node))
    if (graph_.at(edge.child).is_proved()) return simulate_siblings(at, edge.child);
}

bool Prover::try_proof_of(const Position& source, const Position& target, const Budget& budget) {
  set_budget(budget);
  root_stones_ = target.stone_count();
  return simulate(source, target);
}

/// The move that is known to win, from the graph or from the book; nothing when none is known.
std::optional<Square> Prover::answer_at(const Position& or_position) {
  if (const auto n = graph_.find(or_position); n && graph_.at(*n).is_proved())
    for (const Edge& edge : graph_.edges(*n))
      if (graph_.at(edge.child).is_proved())
        return canonical_form(or_position)
            .to_canonical.inverse()
            .apply(Square::from_number(edge.move), or_position.size());
  return book_ ? book_(or_position) : std::nullopt;
}

// Plays at `target` what wins at `source`, as long as the defender's open replies are nearly the same. What
// was looked at stays in the graph even when it leads to no proof, because it then costs little to complete
// it.
bool Prover::simulate(const Position& source, const Position& target) {
  const Spot top = or_spot(graph_.first(target), target, std::nullopt);
  if (!graph_.at(top.node).is_open()) return graph_.at(top.node).is_proved();
  const auto move = answer_at(source);
  if (!move || !is_legal(target, rule_, attacker_, *move) || is_out_of_budget()) return false;
  Position source_after = source;
  source_after.play(*move);

  const auto child = and_child(top, nullptr, *move, 0);
  expand_fully(*child);
  if (graph_.at(child->node).is_failed()) return false;
  if (graph_.at(child->node).is_open()) {
    struct Pair {
      Position source, target;
    };
    std::vector<Pair> pairs;
    int surprises = 0;
    for (const Edge& edge : graph_.edges(child->node)) {
      if (graph_.at(edge.child).is_proved()) continue;
      const Spot reply = follow(*child, edge);
      if (is_legal(source_after, rule_, source_after.to_move(), *reply.last)) {
        Pair pair{source_after, reply.position};
        pair.source.play(*reply.last);
        if (answer_at(pair.source)) {
          pairs.push_back(pair);
          continue;
        }
      }
      if (++surprises > settings_.surprises) return false;
    }
    for (const Pair& pair : pairs)
      if (!simulate(pair.source, pair.target) && ++surprises > settings_.surprises) break;
    update(child->node);
    // One move that fails says nothing of the others at `top`, which were not looked at.
    if (graph_.at(child->node).is_failed()) return false;
  }
  if (Moves moves; graph_.at(child->node).is_open() && !graph_.at(top.node).expanded)
    expand_or(top, nullptr, moves);
  add_child(top.node, edge(top, *child));
  update(top.node);
  return graph_.at(top.node).is_proved();
}

}  // namespace fiveproof::solve
