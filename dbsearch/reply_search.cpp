#include "dbsearch/reply_search.hpp"

#include <algorithm>

namespace fiveproof::dbsearch {

ReplySearch::ReplySearch(RuleSet rule, int size, std::uint32_t effort) : searcher_(rule, size) {
  options_.node_limit = effort;
}

SearchResult ReplySearch::win(const Position& or_position, Color attacker) {
  searcher_.set_position(or_position, attacker);
  SearchResult found = searcher_.search(options_);
  if (!found.win) found = searcher_.search(without_reductions(options_));
  return found;
}

void ReplySearch::set_and_position(const Position& and_position, Color attacker) {
  defender_ = opponent(attacker);
  known_.clear();
  searcher_.set_position(and_position, attacker);
  // What wins when the defender passes answers most of his replies.
  if (auto found = searcher_.search(options_); found.win) known_.push_back(std::move(found.sequence));
}

ReplyAnswer ReplySearch::answer(Square reply) {
  searcher_.put(defender_, reply);
  const ReplyAnswer answer = answer_on_board();
  searcher_.undo();
  return answer;
}

bool ReplySearch::is_replayed() {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (!searcher_.replay(known_[i])) continue;
    std::rotate(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(i),
                known_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return true;
  }
  return false;
}

ReplyAnswer ReplySearch::answer_on_board() {
  using How = ReplyAnswer::How;
  if (is_replayed()) return {How::replayed};
  How how = How::searched;
  SearchResult found = searcher_.search(options_);
  if (!found.win) {
    how = How::searched_fully;
    found = searcher_.search(without_reductions(options_));
    if (!found.win) return {How::not_lost, found.cut_short};
  }
  known_.insert(known_.begin(), std::move(found.sequence));
  return {how};
}

}  // namespace fiveproof::dbsearch
