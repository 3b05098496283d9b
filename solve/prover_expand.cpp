// The nodes that a search makes.
#include <algorithm>

#include "game/five.hpp"
#include "solve/pairing.hpp"
#include "solve/prover.hpp"

namespace fiveproof::solve {
namespace {

/// Refusals of so many AND positions are remembered.
constexpr std::size_t max_refusals = 20'000;

}  // namespace

void Prover::set_proved(NodeId n) {
  graph_.at(n).proof = 0;
  graph_.at(n).disproof = infinite;
}

void Prover::set_failed(NodeId n) {
  graph_.at(n).proof = infinite;
  graph_.at(n).disproof = 0;
}

std::uint32_t Prover::frontier_number(const Position& position, double extra) const {
  const double depth = settings_.depth_penalty * (position.stone_count() - root_stones_);
  return static_cast<std::uint32_t>(1 + depth + extra);
}

bool Prover::is_known_to_fail(const Position& position) const {
  const int plies = position.stone_count() - root_stones_;
  return failures_ && (plies == 1 || plies == 2) && failures_(position);
}

// -- OR ---------------------------------------------------------------------------------------------------

Prover::Spot Prover::or_spot(const Graph::Found& found, const Position& position,
                             std::optional<Square> last) {
  if (found.is_new) {
    Node& node = graph_.at(found.node);
    if (!can_make_five(position, attacker_) || has_five(position, rule_, opponent(attacker_)) ||
        is_known_to_fail(position) ||
        (settings_.exhaustive && find_pairing(graph_.position(found.node), attacker_))) {
      set_failed(found.node);
      node.expanded = true;
    } else if (book_ && book_(position)) {
      set_proved(found.node);
    } else {
      node.proof = node.disproof = frontier_number(position);
    }
  }
  return spot(found, position, last);
}

// One move at a time, best first: the next is looked at when those before it have become as hard to prove as
// it is expected to be. Most positions are proved by the first or second.
void Prover::expand_or(const Spot& at, const Spot* parent, Moves& moves) {
  graph_.at(at.node).expanded = true;
  if (!moves) moves = moves_at(at);
  const std::size_t i = graph_.at(at.node).looked_at++;
  if (i < moves->size()) {
    const auto& [move, bits] = (*moves)[i];
    const auto child = and_child(at, settings_.exhaustive ? nullptr : parent, move, bits);
    const auto is_wanted = [&](const Node& node) {
      return !node.is_failed() && (node.is_threat || !only_threats(at.position));
    };
    if (child && is_wanted(graph_.at(child->node))) add_child(at.node, edge(at, *child));
  }
  const bool is_last = i + 1 >= moves->size();
  graph_.at(at.node).next =
      is_last
          ? infinite
          : frontier_number(at.position, settings_.next_cost + settings_.order_cost * (*moves)[i + 1].bits);
}

// Of the canonical position, turned: a node is met in several orientations, and goes on where it was.
std::vector<RankedMove> Prover::moves_at(const Spot& at) const {
  const Ordering ordering = at.node == won_at_sight_ ? Ordering::attack : settings_.ordering;
  auto moves = (settings_.exhaustive ? all_moves : ordered_moves)(graph_.position(at.node), rule_, attacker_,
                                                                  ordering);
  const Symmetry back = at.to_canonical.inverse();
  for (RankedMove& move : moves) move.square = back.apply(move.square, at.position.size());
  return moves;
}

void Prover::add_child(NodeId n, const Edge& child) {
  if (std::ranges::none_of(graph_.edges(n), [&](const Edge& e) { return e.child == child.child; }))
    graph_.add_edge(n, child);
}

/// Where there are few stones other moves are tried too: the only threats may be threes that spoil the
/// attack.
bool Prover::only_threats(const Position& or_position) const {
  return settings_.implicit_threats && !settings_.exhaustive &&
         or_position.stone_count() >= settings_.quiet_below;
}

/// The AND position after a move; nothing when it is known to be no threat and only threats are wanted.
std::optional<Prover::Spot> Prover::and_child(const Spot& at, const Spot* parent, Square move, double bits) {
  Position next = at.position;
  next.play(move);
  if (only_threats(at.position) && is_refused(parent, move)) return std::nullopt;
  const Graph::Found found = graph_.node(next);
  if (found.is_new && makes_five(next, rule_, attacker_, move)) {
    set_proved(found.node);
    graph_.at(found.node).is_threat = graph_.at(found.node).expanded = true;
  } else if (found.is_new) {
    Node& node = graph_.at(found.node);
    node.is_threat = evaluator_.is_threat(next, move);
    if (!node.is_threat && only_threats(at.position)) note_refusal(parent, move);
    if (is_known_to_fail(next)) {
      set_failed(found.node);
    } else {
      const int left =
          node.is_threat ? evaluator_.replies_left(next) : next.size() * next.size() - next.stone_count();
      node.proof = frontier_number(next, settings_.reply_cost * left + settings_.order_cost * bits);
      node.disproof = frontier_number(next);
    }
  }
  return spot(found, next, move);
}

// A move that threatens nothing although the defender has not replied to the move before it threatens nothing
// after any reply: that is found out once for all replies, when it has threatened nothing for the second
// time.
bool Prover::is_refused(const Spot* parent, Square move) {
  if (parent == nullptr) return false;
  const auto found = refusals_.find(parent->node);
  if (found == refusals_.end()) return false;
  return found->second.always.contains(parent->to_canonical.apply(move, parent->position.size()));
}

void Prover::note_refusal(const Spot* parent, Square move) {
  if (parent == nullptr || !parent->position.is_empty(move)) return;
  if (refusals_.size() >= max_refusals) refusals_.clear();
  Refusals& refusals = refusals_[parent->node];
  const Square canonical = parent->to_canonical.apply(move, parent->position.size());
  if (refusals.examined.contains(canonical)) return;
  if (!refusals.once.contains(canonical)) return refusals.once.insert(canonical);
  refusals.examined.insert(canonical);
  Position without_reply = parent->position;
  without_reply.put(attacker_, move);
  if (!evaluator_.is_threat(without_reply, move)) refusals.always.insert(canonical);
}

// -- AND --------------------------------------------------------------------------------------------------

void Prover::expand_and(const Spot& at) {
  graph_.at(at.node).expanded = true;
  if (at.position.empties().empty() || evaluator_.attacker_has_lost(at.position)) return set_failed(at.node);
  const auto after = [&](Square s) {
    Position next = at.position;
    next.play(s);
    return next;
  };
  const auto replies = evaluator_.open_replies(at.position, at.last, [&](Square s) {
    const Position next = after(s);
    return graph_.find(next).has_value() || (book_ && book_(next));
  });
  std::vector<Edge> edges;
  for (Square s : replies) {
    const Position next = after(s);
    const Edge reply = edge(at, or_spot(graph_.node(next), next, s));
    if (std::ranges::none_of(edges, [&](const Edge& e) { return e.child == reply.child; }))
      edges.push_back(reply);
  }
  graph_.set_edges(at.node, edges);
  if (edges.empty()) set_proved(at.node);
}

}  // namespace fiveproof::solve
