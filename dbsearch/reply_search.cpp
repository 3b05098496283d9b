#include "dbsearch/reply_search.hpp"

#include "dbsearch/reply_method.hpp"

namespace fiveproof::dbsearch {
ReplySearch::ReplySearch(RuleSet rule, int size, std::uint32_t effort, Answers answers)
    : method_(has_forbidden_moves(rule) ? exact_replies(rule, size, effort, answers)
                                        : replies_by_threats(rule, size, effort, answers)) {}
ReplySearch::~ReplySearch() = default;
ReplySearch::ReplySearch(ReplySearch&&) noexcept = default;
ReplySearch& ReplySearch::operator=(ReplySearch&&) noexcept = default;

SearchResult ReplySearch::win(const Position& or_position, Color attacker) {
  return method_->win(or_position, attacker);
}

std::optional<Square> ReplySearch::refutation(const Position& and_position) {
  return method_->refutation(and_position);
}

void ReplySearch::set_and_position(const Position& and_position, Color attacker) {
  method_->set_and_position(and_position, attacker);
}

SquareSet ReplySearch::answered_at_once(const SquareSet& replies) const {
  return method_->answered_at_once(replies);
}

ReplyAnswer ReplySearch::answer(Square reply) { return method_->answer(reply); }

ThreatSequence ReplySearch::sequence() { return method_->sequence(); }

}  // namespace fiveproof::dbsearch
