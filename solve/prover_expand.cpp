// The nodes that a search makes.
#include <algorithm>

#include "game/five.hpp"
#include "solve/move_order.hpp"
#include "solve/pairing.hpp"
#include "solve/prover.hpp"

namespace fiveproof::solve {
namespace {

/// Refusals of so many AND positions are remembered.
constexpr std::size_t max_refusals = 20'000;

}  // namespace

void Prover::expand(const Spot& at, const Spot* parent) {
  graph_.at(at.node).expanded = true;
  if (graph_.at(at.node).is_or)
    expand_or(at, parent);
  else
    expand_and(at);
}

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

Prover::Spot Prover::or_child(const Position& position, std::optional<Square> last) {
  const Graph::Found found = graph_.node(position);
  if (found.is_new) {
    Node& node = graph_.at(found.node);
    if (!can_make_five(position, attacker_) || has_five(position, rule_, opponent(attacker_)) ||
        is_known_to_fail(position) ||
        (settings_.exhaustive && find_pairing(graph_.position(found.node), attacker_))) {
      set_failed(found.node);
      node.expanded = true;
      node.width = 255;
    } else if (book_ && book_(position)) {
      set_proved(found.node);
    } else {
      node.proof = node.disproof = frontier_number(position);
    }
  }
  return spot(found, position, last);
}

// The next width: moves that threaten to win, as many as it has room for. Where there are few stones, others
// fill it up: the only threats may be threes that spoil the attack.
void Prover::expand_or(const Spot& at, const Spot* parent) {
  const NodeId n = at.node;
  const auto index = std::min<std::size_t>(graph_.at(n).width, settings_.widths.size() - 1);
  const auto width = static_cast<std::size_t>(settings_.widths[index]);
  ++graph_.at(n).width;
  const bool is_everything = settings_.exhaustive && index + 1 == settings_.widths.size();
  const auto moves = is_everything ? all_moves(at.position, rule_, attacker_, settings_.ordering)
                                   : ordered_moves(at.position, rule_, attacker_, settings_.ordering);
  // Where the defender threatens to win, most moves lose at once and should not take the room of others.
  const bool is_in_danger = evaluator_.attacker_has_lost(at.position);

  std::vector<Edge> edges(graph_.edges(n).begin(), graph_.edges(n).end());
  std::vector<Edge> quiet;
  const auto add = [](std::vector<Edge>& list, const Edge& edge) {
    if (std::ranges::none_of(list, [&](const Edge& e) { return e.child == edge.child; }))
      list.push_back(edge);
  };
  int looked_at = 0;
  for (Square s : moves) {
    if (edges.size() >= width || (index == 0 && looked_at++ == settings_.looked_at)) break;
    const auto child = and_child(at, is_everything ? nullptr : parent, s, is_in_danger);
    if (!child || graph_.at(child->node).is_failed()) continue;
    const bool is_wanted = graph_.at(child->node).is_threat || !settings_.implicit_threats || is_everything;
    add(is_wanted ? edges : quiet, edge(at, *child));
  }
  if (at.position.stone_count() < settings_.quiet_below)
    for (const Edge& edge : quiet)
      if (edges.size() < width) add(edges, edge);
  graph_.set_edges(n, edges);
}

/// The AND position after a move; nothing when it is known to be no threat and only threats are wanted.
std::optional<Prover::Spot> Prover::and_child(const Spot& at, const Spot* parent, Square move,
                                              bool is_in_danger) {
  Position next = at.position;
  next.play(move);
  const bool only_threats = settings_.implicit_threats && at.position.stone_count() >= settings_.quiet_below;
  if (only_threats && is_refused(parent, move)) return std::nullopt;
  const Graph::Found found = graph_.node(next);
  if (found.is_new && makes_five(next, rule_, attacker_, move)) {
    set_proved(found.node);
    graph_.at(found.node).is_threat = graph_.at(found.node).expanded = true;
  } else if (found.is_new) {
    Node& node = graph_.at(found.node);
    node.is_threat = evaluator_.is_threat(next, move);
    if (!node.is_threat && only_threats) note_refusal(parent, move);
    if (((node.is_threat || !only_threats) && is_in_danger && evaluator_.attacker_has_lost(next)) ||
        is_known_to_fail(next)) {
      set_failed(found.node);
    } else {
      const int left =
          node.is_threat ? evaluator_.replies_left(next) : next.size() * next.size() - next.stone_count();
      node.proof = frontier_number(next, settings_.reply_cost * left);
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
    const Edge reply = edge(at, or_child(after(s), s));
    if (std::ranges::none_of(edges, [&](const Edge& e) { return e.child == reply.child; }))
      edges.push_back(reply);
  }
  graph_.set_edges(at.node, edges);
  if (edges.empty()) set_proved(at.node);
}

}  // namespace fiveproof::solve
