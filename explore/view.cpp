#include "explore/view.hpp"

#include "game/five.hpp"
#include "game/legal_moves.hpp"

namespace fiveproof::explore {

View view_of(ProofBook& book, const Proof& proof, const Asked& asked) {
  const Position& position = asked.position();
  View view;
  view.standing = book.standing(asked);
  if (view.standing == Standing::after_move) view.replies = book.replies_at(asked);
  if (view.standing == Standing::reply) view.loss = book.loss_at(asked);
  if (view.standing != Standing::stored) return view;
  view.play = book.play_at(asked);
  if (view.play.claims_sequence) view.loss = book.loss_at(asked);
  if (view.play.moves.empty()) return view;
  const Square move = view.play.moves.front();
  view.is_occupied = !position.is_empty(move);
  if (!view.is_occupied && has_forbidden_moves(proof.rule, proof.attacker))
    view.forbidden = forbidden_on(position, move);
  if (view.is_occupied || view.forbidden != Forbidden::no) return view;
  view.makes_five = makes_five(position, proof.rule, proof.attacker, move);
  if (view.makes_five) return view;
  Position after = position;
  after.play(move);
  view.replies = book.replies_at(after);
  return view;
}

std::optional<Weight> weight_at(Below& below, const Proof& proof, const Asked& asked) {
  if (asked.position().to_move() != proof.attacker) return std::nullopt;
  const auto [first, last] = proof.records.find(asked.canonical());
  return first == last ? std::nullopt : std::optional(below.at(first));
}

Surroundings surroundings_of(Below& below, const Proof& proof, const Asked& asked, const View& view) {
  Surroundings around;
  around.way = way_to(proof, asked);
  around.ways = ways_to(proof, asked);
  std::vector<std::size_t> replies;
  if (view.replies)
    for (const AnsweredReply& reply : view.replies->stored) replies.push_back(reply.record);
  for (const std::size_t record : replies) around.by_replies.push_back(below.at(record));
  if (view.standing == Standing::stored) around.below = weight_at(below, proof, asked);
  if (view.standing == Standing::after_move) around.below = below.at(replies);
  return around;
}

}  // namespace fiveproof::explore
