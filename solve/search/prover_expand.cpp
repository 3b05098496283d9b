// The part of Prover that makes new nodes.
#include <algorithm>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "solve/search/pairing.hpp"
#include "solve/search/prover.hpp"

namespace fiveproof::solve {

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
    if (can_win_no_more(position, rule_, attacker_) || has_five(position, rule_, opponent(attacker_)) ||
        is_known_to_fail(position) ||
        (settings_.exhaustive && find_pairing(graph_.position(found.node), rule_, attacker_))) {
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

// Moves are looked at one at a time, best first: the next one when those before it have become as hard to
// prove as it is expected to be. Most positions are proved by the first or second.
void Prover::expand_or(const Spot& at, const Spot* parent, Moves& moves) {
  if (!graph_.at(at.node).expanded) {
    prove_by_threats(at);
    if (graph_.at(at.node).is_proved()) return;
  }
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

// The moves are those of the canonical position, turned, because a node is met in several orientations and
// has to go on where it was.
std::vector<RankedMove> Prover::moves_at(const Spot& at) const {
  const Ordering ordering = at.node == won_at_sight_ ? Ordering::shapes : Ordering::learned;
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

/// Whether moves that threaten nothing are left out. Where there are few stones they are tried too, because
/// the only threats may be threes that spoil the attack.
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
    node.is_threat = evaluator_->is_threat(next, move);
    if (!node.is_threat && only_threats(at.position)) note_refusal(parent, move);
    if (is_known_to_fail(next)) {
      set_failed(found.node);
    } else {
      const int left =
          node.is_threat ? evaluator_->replies_left(next) : legal_moves(next, rule_, next.to_move()).size();
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
  constexpr std::size_t most = 20'000;  // of AND positions, so that memory stays bounded
  if (refusals_.size() >= most) refusals_.clear();
  Refusals& refusals = refusals_[parent->node];
  const Square canonical = parent->to_canonical.apply(move, parent->position.size());
  if (refusals.examined.contains(canonical)) return;
  if (!refusals.once.contains(canonical)) return refusals.once.insert(canonical);
  refusals.examined.insert(canonical);
  Position without_reply = parent->position;
  without_reply.put(attacker_, move);
  if (!evaluator_->is_threat(without_reply, move)) refusals.always.insert(canonical);
}

// -- AND --------------------------------------------------------------------------------------------------

// Adds up to `most` open replies, and as many more each time it is called. Searches of replies that find
// nothing are four fifths of all time, and most moves are given up because of the first few.
void Prover::expand_and(const Spot& at, std::size_t most) {
  if (!graph_.at(at.node).expanded) {
    graph_.at(at.node).expanded = true;
    if (at.position.is_full() || evaluator_->attacker_has_lost(at.position)) return set_failed(at.node);
  }
  const auto after = [&](Square s) {
    Position next = at.position;
    next.play(s);
    return next;
  };
  const std::vector<Square> order = replies_at(at);
  const auto replies = evaluator_->open_replies(
      at.position, at.last, std::span(order).subspan(graph_.at(at.node).looked_at), most, [&](Square s) {
        const Position next = after(s);
        return graph_.find(next).has_value() || (book_ && book_(next));
      });
  std::vector<Edge> edges(graph_.edges(at.node).begin(), graph_.edges(at.node).end());
  for (Square s : replies.open) {
    const Position next = after(s);
    const Edge reply = edge(at, or_spot(graph_.node(next), next, s));
    if (std::ranges::none_of(edges, [&](const Edge& e) { return e.child == reply.child; }))
      edges.push_back(reply);
  }
  if (edges.size() > graph_.edges(at.node).size()) graph_.set_edges(at.node, edges);
  Node& node = graph_.at(at.node);
  node.looked_at += static_cast<std::uint16_t>(replies.looked_at);
  node.next = replies.left == 0 ? infinite : expected_open(replies);
  if (edges.empty() && replies.left == 0) set_proved(at.node);
}

void Prover::expand_fully(const Spot& at) {
  const Node& node = graph_.at(at.node);
  if (node.is_open() && (!node.expanded || node.next < infinite)) expand_and(at, Square::count);
}

/// How many of the replies that were not looked at are expected to be open: the share of those that were, and
/// at least one.
std::uint32_t Prover::expected_open(const Evaluator::Replies& replies) {
  const double share = static_cast<double>(replies.open.size()) /
                       static_cast<double>(std::max<std::size_t>(replies.looked_at, 1));
  return static_cast<std::uint32_t>(std::max(1.0, replies.left * share));
}

// The replies are those of the canonical position, turned, so that their order is the same each time.
std::vector<Square> Prover::replies_at(const Spot& at) const {
  std::vector<Square> replies = ordered_replies(graph_.position(at.node), rule_);
  const Symmetry back = at.to_canonical.inverse();
  for (Square& s : replies) s = back.apply(s, at.position.size());
  return replies;
}

}  // namespace fiveproof::solve
