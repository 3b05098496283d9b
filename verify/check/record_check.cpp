#include "verify/check/record_check.hpp"

#include <algorithm>

#include "verify/check/refutation.hpp"

namespace fiveproof::verify {

using dbsearch::SearchResult;

DbsearchChecker::DbsearchChecker(const FormChecker& forms, std::uint32_t effort,
                                 const std::atomic<bool>* stop)
    : FormedChecker(forms),
      stop_(stop),
      defender_(opponent(proof().attacker)),
      searcher_(proof().rule, proof().size) {
  with_heuristics_.node_limit = effort;
}

// OR position without a move: db-search finds a winning threat sequence.
void DbsearchChecker::check_leaf(const NodeForm& form) {
  searcher_.set_position(form.position, proof().attacker);
  SearchResult found = searcher_.search(with_heuristics_);
  if (!found.win) found = searcher_.search(without_reductions(with_heuristics_));
  if (found.win)
    set_proved();
  else
    add_leaf_gap(found.cut_short);
}

// AND position: for every legal reply, one by one, the position after it is stored or lost.
void DbsearchChecker::check_replies(const NodeForm& form) {
  const Position& and_position = form.position;
  std::vector<RawGap> unanswered;
  known_.clear();
  searcher_.set_position(and_position, proof().attacker);
  // What wins when the defender passes answers most replies.
  if (auto found = searcher_.search(with_heuristics_); found.win) known_.push_back(std::move(found.sequence));
  for (Square reply : replies().rest) {
    bool limit = false;
    searcher_.put(defender_, reply);
    const bool lost = is_lost(limit);
    searcher_.undo();
    if (lost) continue;
    ++tally().unanswered;
    unanswered.push_back({node(), GapKind::unanswered_reply, limit, reply});
  }

  if (!unanswered.empty()) {
    // Perhaps there is no answer: a win of the defender says so once instead of once per reply.
    if (const auto by = refutation(searcher_, and_position, with_heuristics_.node_limit))
      return add_gap(GapKind::refuted_move, by);
    for (const RawGap& gap : unanswered) add_gap(gap.kind, gap.square, gap.limit);
    return;
  }
  // What was promised against what was shown; the replies are counted once more.
  const auto promised = static_cast<std::uint64_t>(and_position.empties().size());
  const std::uint64_t answered =
      tally().stored + tally().replayed + tally().searched + tally().searched_fully;
  FIVEPROOF_ENSURE(promised > 0 && answered == promised);
  set_proved();
}

// The position on the searcher's board, the attacker to move, is lost for the defender.
bool DbsearchChecker::is_lost(bool& limit) {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (!searcher_.replay(known_[i])) continue;
    std::rotate(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(i),
                known_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    ++tally().replayed;
    return true;
  }
  throw_if_stopped(stop_);
  SearchResult found = searcher_.search(with_heuristics_);
  if (found.win) {
    ++tally().searched;
  } else {
    found = searcher_.search(without_reductions(with_heuristics_));
    if (!found.win) {
      limit = found.cut_short;
      return false;
    }
    ++tally().searched_fully;
  }
  known_.insert(known_.begin(), std::move(found.sequence));
  return true;
}

}  // namespace fiveproof::verify
