#include "verify/check/form.hpp"

#include <limits>

#include "game/five.hpp"
#include "game/legal_moves.hpp"

namespace fiveproof::verify {

FormChecker::FormChecker(const Proof& proof, const RecordSource& records, SeveralMoves several,
                         const ReplySquares* perhaps_stored)
    : proof_(proof),
      records_(records),
      several_(several),
      perhaps_stored_(perhaps_stored),
      defender_(opponent(proof.attacker)) {
  FIVEPROOF_ENSURE(node_count() < std::numeric_limits<NodeId>::max());
  for (const Root& root : proof.roots)
    root_counts_.emplace(root.position.count(proof.attacker), root.position.count(defender_),
                         root.position.to_move() == proof.attacker);
}

NodeForm FormChecker::form(NodeId node) const {
  FIVEPROOF_ENSURE(node < node_count());
  NodeForm form = is_record(node) ? record_form(node) : root_form(node - records_.count());
  form.node = node;
  return form;
}

// Rules End and Full: where either side has a five, or Black an overline that forbids its last stone, the
// game is over; and a full board is a draw.
std::optional<GapKind> FormChecker::unfit_position(const Position& position) const {
  if (has_five(position, proof_.rule)) return GapKind::after_end;
  if (is_dead(position, proof_.rule)) return GapKind::after_end;
  if (position.is_full()) return GapKind::draw;
  return std::nullopt;
}

// Rule Fits: plies of alternating colours lead from some root to the numbers of stones of `position`, with
// the attacker to move. A proof without roots claims nothing, so nothing is astray in it.
bool FormChecker::fits_a_root(const Position& position) const {
  if (root_counts_.empty()) return true;
  for (const auto& [attackers, defenders, attacker_began] : root_counts_) {
    const int attacker_plies = position.count(proof_.attacker) - attackers;
    const int defender_plies = position.count(defender_) - defenders;
    if (attacker_plies >= 0 && defender_plies == attacker_plies + (attacker_began ? 0 : 1)) return true;
  }
  return false;
}

NodeForm FormChecker::record_form(std::uint32_t index) const {
  const Record record = records_.at(index);
  NodeForm form;
  form.position = record.position;
  form.stones = record.position.stone_count();
  form.is_leaf = !record.move.has_value();
  const auto wrong = [&](GapKind kind, std::optional<Square> by = std::nullopt) {
    form.kind = NodeForm::Kind::wrong;
    form.gap = kind;
    form.by = by;
    return form;
  };

  const bool is_strict = several_ == SeveralMoves::contradictory;
  if (is_strict && records_.is_repetition(index)) {
    form.kind = NodeForm::Kind::repetition;
    return form;
  }
  if (const auto kind = unfit_position(record.position)) return wrong(*kind);
  if (!fits_a_root(record.position)) return wrong(GapKind::stray_position);
  if (is_strict && records_.is_contradictory(index)) return wrong(GapKind::contradictory);
  if (!record.move) {
    form.kind = NodeForm::Kind::leaf;
    return form;
  }
  // At an OR position with a move, the move has to be legal.
  if (!record.position.is_empty(*record.move)) return wrong(GapKind::illegal_move, record.move);
  if (!is_legal(record.position, proof_.rule, proof_.attacker, *record.move))
    return wrong(GapKind::forbidden_move, record.move);
  // A move that makes a five ends the game, so nothing below it is read.
  if (makes_five(record.position, proof_.rule, proof_.attacker, *record.move)) {
    form.kind = NodeForm::Kind::end;
    return form;
  }
  // Any other move leads to an AND position, which is a draw when it has no legal reply.
  Position and_position = record.position;
  and_position.play(*record.move);
  if (and_position.is_full()) return wrong(GapKind::draw);
  form.kind = kind_of_and_position(and_position);
  form.position = and_position;
  return form;
}

// Replies that are forbidden to the defender lose at once. Where he has no other, the attacker has won.
NodeForm::Kind FormChecker::kind_of_and_position(const Position& and_position) const {
  return has_legal_move(and_position, proof_.rule, defender_) ? NodeForm::Kind::replies : NodeForm::Kind::end;
}

NodeForm FormChecker::root_form(std::size_t index) const {
  NodeForm form;
  form.position = proof_.roots[index].position;
  form.stones = form.position.stone_count();
  const bool is_or_position = form.position.to_move() == proof_.attacker;
  if (is_or_position && records_.find(form.position)) {
    form.kind = NodeForm::Kind::stored_root;
    return form;
  }
  if (const auto kind = unfit_position(form.position)) {
    form.kind = NodeForm::Kind::wrong;
    form.gap = *kind;
    return form;
  }
  form.kind = is_or_position ? NodeForm::Kind::leaf : kind_of_and_position(form.position);
  form.is_leaf = is_or_position;
  return form;
}

void FormChecker::sort_replies(const NodeForm& form, SortedReplies& out) const {
  const Position& and_position = form.position;
  FIVEPROOF_ENSURE(form.kind == NodeForm::Kind::replies && and_position.to_move() == defender_);
  out.stored.clear();
  const SquareSet replies = legal_moves(and_position, proof_.rule, defender_);
  const SquareSet fives = five_squares(and_position, proof_.rule, defender_) & replies;
  out.total = replies.size();
  out.fives = fives.size();
  out.first_five = fives.empty() ? std::nullopt : std::optional(fives.first());
  const SquareSet others = replies - fives;
  const bool is_told = perhaps_stored_ != nullptr && is_record(form.node);
  const SquareSet looked_up = is_told ? others & perhaps_stored_->of(form.node) : others;
  const ImageKeys& keys = ImageKeys::of_board(proof_.size);
  const KeyImages images = looked_up.empty() ? KeyImages() : keys.of(and_position);
  Position after = and_position;
  out.rest = others;
  for (Square reply : looked_up) {
    after.play(reply);
    if (const auto stored = records_.find(after, (images ^ keys.of(defender_, reply, proof_.size)).sum())) {
      out.stored.push_back({reply, *stored});
      out.rest.erase(reply);
    }
    after.undo(reply);
  }
}

NodeOutcome FormChecker::known_outcome(const NodeForm& form, SortedReplies& replies) const {
  NodeOutcome known;
  known.stones = form.stones;
  if (form.kind == NodeForm::Kind::repetition) known.state = NodeState::repetition;
  if (form.kind == NodeForm::Kind::stored_root) known.state = NodeState::stored_root;
  if (!form.is_counted()) return known;
  known.tally.positions = 1;
  known.tally.leaves = form.is_leaf ? 1 : 0;
  known.tally.ends = form.kind == NodeForm::Kind::end ? 1 : 0;
  known.state = NodeState::unchecked;
  if (form.kind == NodeForm::Kind::wrong) known.state = NodeState::open;
  if (form.kind == NodeForm::Kind::end) known.state = NodeState::proved;
  if (form.kind != NodeForm::Kind::replies) return known;
  sort_replies(form, replies);
  known.tally.replies = static_cast<std::uint64_t>(replies.total);
  known.tally.stored = replies.stored.size();
  known.tally.defender_fives = static_cast<std::uint64_t>(replies.fives);
  if (replies.fives > 0) known.state = NodeState::open;
  return known;
}

bool FormChecker::are_possible(const NodeForm& form, const SortedReplies& replies,
                               std::span<const RawGap> gaps) const {
  const RawGap& first = gaps.front();
  switch (form.kind) {
    case NodeForm::Kind::repetition:
    case NodeForm::Kind::stored_root:
    case NodeForm::Kind::end:
      return false;
    case NodeForm::Kind::wrong:
      return gaps.size() == 1 && first.kind == form.gap && first.square == form.by && !first.limit;
    case NodeForm::Kind::leaf:
      return gaps.size() == 1 && !first.square &&
             first.kind == (is_record(first.node) ? GapKind::unproved_leaf : GapKind::missing_root);
    case NodeForm::Kind::replies:
      break;
  }
  if (replies.fives > 0)
    return gaps.size() == 1 && first.kind == GapKind::refuted_move && first.square == replies.first_five &&
           !first.limit;
  if (first.kind == GapKind::refuted_move)
    return gaps.size() == 1 && first.square && !first.limit &&
           is_legal(form.position, proof_.rule, defender_, *first.square);
  // What is left are unanswered replies: some of those in `rest`, each once, in square order.
  std::optional<Square> before;
  for (const RawGap& gap : gaps) {
    if (gap.kind != GapKind::unanswered_reply || !gap.square || !form.position.is_empty(*gap.square) ||
        !replies.rest.contains(*gap.square))
      return false;
    if (before && !(*before < *gap.square)) return false;
    before = gap.square;
  }
  return true;
}

Position FormChecker::position_of(const RawGap& gap) const {
  Position position(proof_.size);
  std::optional<Square> move;
  if (is_record(gap.node)) {
    const Record record = records_.at(gap.node);
    position = record.position;
    move = record.move;
  } else {
    position = proof_.roots[gap.node - records_.count()].position;
  }
  if (gap.kind != GapKind::unanswered_reply) return position;
  if (is_record(gap.node)) position.play(move.value());
  position.play(gap.square.value());
  return position;
}

}  // namespace fiveproof::verify
