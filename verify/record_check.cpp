#include "verify/record_check.hpp"

#include <algorithm>

#include "verify/refutation.hpp"

namespace fiveproof::verify {

using dbsearch::SearchResult;

DbsearchChecker::DbsearchChecker(const FormChecker& forms, std::uint32_t effort)
    : forms_(forms),
      defender_(opponent(forms.proof().attacker)),
      searcher_(forms.proof().rule, forms.proof().size) {
  with_heuristics_.node_limit = effort;
}

void DbsearchChecker::add_gap(GapKind kind, std::optional<Square> square, bool limit) {
  gaps_->push_back({node_, kind, limit, square});
}

NodeOutcome DbsearchChecker::check(NodeId node, std::vector<RawGap>& gaps) {
  node_ = node;
  gaps_ = &gaps;
  const NodeForm form = forms_.form(node);
  outcome_ = forms_.known_outcome(form, replies_);
  switch (form.kind) {
    case NodeForm::Kind::repetition:
    case NodeForm::Kind::stored_root:
    case NodeForm::Kind::end:
      break;
    case NodeForm::Kind::wrong:
      add_gap(form.gap, form.by);
      break;
    case NodeForm::Kind::leaf:
      outcome_.state = NodeState::open;  // until the rule holds
      check_leaf(form.position, forms_.is_record(node) ? GapKind::unproved_leaf : GapKind::missing_root);
      break;
    case NodeForm::Kind::replies:
      outcome_.state = NodeState::open;  // until the rule holds
      check_replies(form.position);
      break;
  }
  return outcome_;
}

// OR position without a move: db-search finds a winning threat sequence.
void DbsearchChecker::check_leaf(const Position& position, GapKind otherwise) {
  searcher_.set_position(position, forms_.proof().attacker);
  SearchResult found = searcher_.search(with_heuristics_);
  if (!found.win) found = searcher_.search(without_reductions(with_heuristics_));
  if (found.win)
    outcome_.state = NodeState::proved;
  else
    add_gap(otherwise, std::nullopt, found.cut_short);
}

// AND position: for every legal reply, one by one, the position after it is stored or lost.
void DbsearchChecker::check_replies(const Position& and_position) {
  Tally& tally = outcome_.tally;
  // A reply that makes a five refutes the attacker's move.
  if (replies_.first_five) {
    tally.unanswered = replies_.rest.size();
    add_gap(GapKind::refuted_move, replies_.first_five);
    return;
  }

  const std::size_t first_gap = gaps_->size();
  known_.clear();
  searcher_.set_position(and_position, forms_.proof().attacker);
  // What wins when the defender passes answers most replies.
  if (auto found = searcher_.search(with_heuristics_); found.win) known_.push_back(std::move(found.sequence));
  for (Square reply : replies_.rest) {
    bool limit = false;
    searcher_.put(defender_, reply);
    const bool lost = is_lost(limit);
    searcher_.undo();
    if (lost) continue;
    ++tally.unanswered;
    add_gap(GapKind::unanswered_reply, reply, limit);
  }

  if (tally.unanswered > 0) {
    // Perhaps there is no answer: a win of the defender says so once instead of once per reply.
    if (const auto by = refutation(searcher_, and_position, with_heuristics_.node_limit)) {
      gaps_->resize(first_gap);
      add_gap(GapKind::refuted_move, by);
    }
    return;
  }
  // What was promised against what was shown; the replies are counted once more.
  const auto promised = static_cast<std::uint64_t>(and_position.empties().size());
  const std::uint64_t answered = tally.stored + tally.replayed + tally.searched + tally.searched_fully;
  FIVEPROOF_ENSURE(promised > 0 && answered == promised);
  outcome_.state = NodeState::proved;
}

// The position on the searcher's board, the attacker to move, is lost for the defender.
bool DbsearchChecker::is_lost(bool& limit) {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (!searcher_.replay(known_[i])) continue;
    std::rotate(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(i),
                known_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    ++outcome_.tally.replayed;
    return true;
  }
  SearchResult found = searcher_.search(with_heuristics_);
  if (found.win) {
    ++outcome_.tally.searched;
  } else {
    found = searcher_.search(without_reductions(with_heuristics_));
    if (!found.win) {
      limit = found.cut_short;
      return false;
    }
    ++outcome_.tally.searched_fully;
  }
  known_.insert(known_.begin(), std::move(found.sequence));
  return true;
}

}  // namespace fiveproof::verify
