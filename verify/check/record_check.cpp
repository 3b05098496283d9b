#include "verify/check/record_check.hpp"

#include "game/legal_moves.hpp"

namespace fiveproof::verify {

DbsearchChecker::DbsearchChecker(const FormChecker& forms, std::uint32_t effort,
                                 const std::atomic<bool>* stop, dbsearch::Answers answers)
    : FormedChecker(forms), stop_(stop), search_(proof().rule, proof().size, effort, answers) {}

// OR position without a move: db-search finds a winning threat sequence.
void DbsearchChecker::check_leaf(const NodeForm& form) {
  const auto found = search_.win(form.position, proof().attacker);
  if (found.win)
    set_proved();
  else
    add_leaf_gap(found.cut_short);
}

// AND position: for every legal reply, one by one, the position after it is stored or lost.
void DbsearchChecker::check_replies(const NodeForm& form) {
  const Position& and_position = form.position;
  std::vector<RawGap> unanswered;
  search_.set_and_position(and_position, proof().attacker);
  const SquareSet at_once = search_.answered_at_once(replies().rest);
  tally().replayed += static_cast<std::uint64_t>(at_once.size());
  for (Square reply : replies().rest - at_once) {
    throw_if_stopped(stop_);
    const dbsearch::ReplyAnswer answer = search_.answer(reply);
    count(answer);
    if (!answer.is_lost()) unanswered.push_back({node(), GapKind::unanswered_reply, answer.cut_short, reply});
  }

  if (!unanswered.empty()) {
    // Perhaps there is no answer: a win of the defender says so once instead of once per reply.
    if (const auto by = search_.refutation(and_position)) return add_gap(GapKind::refuted_move, by);
    for (const RawGap& gap : unanswered) add_gap(gap.kind, gap.square, gap.limit);
    return;
  }
  // What was shown must be what was promised, so the replies are counted once more.
  const auto promised =
      static_cast<std::uint64_t>(legal_moves(and_position, proof().rule, and_position.to_move()).size());
  const std::uint64_t answered =
      tally().stored + tally().replayed + tally().searched + tally().searched_fully;
  FIVEPROOF_ENSURE(promised > 0 && answered == promised);
  set_proved();
}

void DbsearchChecker::count(const dbsearch::ReplyAnswer& answer) {
  switch (answer.how) {
    case dbsearch::ReplyAnswer::How::not_lost:
      ++tally().unanswered;
      return;
    case dbsearch::ReplyAnswer::How::replayed:
      ++tally().replayed;
      return;
    case dbsearch::ReplyAnswer::How::searched:
      ++tally().searched;
      return;
    case dbsearch::ReplyAnswer::How::searched_fully:
      ++tally().searched_fully;
      return;
  }
}

}  // namespace fiveproof::verify
