// The ways in which ReplySearch answers: by threats, or exactly, where there are forbidden points.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "dbsearch/reply_search.hpp"

namespace fiveproof::dbsearch {

class ReplyMethod {
 public:
  virtual ~ReplyMethod() = default;
  [[nodiscard]] virtual SearchResult win(const Position& or_position, Color attacker) = 0;
  [[nodiscard]] virtual std::optional<Square> refutation(const Position& and_position) = 0;
  virtual void set_and_position(const Position& and_position, Color attacker) = 0;
  [[nodiscard]] virtual SquareSet answered_at_once(const SquareSet& replies) const = 0;
  [[nodiscard]] virtual ReplyAnswer answer(Square reply) = 0;
  [[nodiscard]] virtual ThreatSequence sequence() = 0;
};

/// Moves what was successful to the front of what is tried.
template <class Known>
void to_front(std::vector<Known>& known, std::size_t i) {
  const auto at = known.begin() + static_cast<std::ptrdiff_t>(i);
  std::rotate(known.begin(), at, at + 1);
}

/// By winning threat sequences and their replay. require: no forbidden moves under the rule set.
[[nodiscard]] std::unique_ptr<ReplyMethod> replies_by_threats(RuleSet rule, int size, std::uint32_t effort,
                                                              Answers answers);
/// By ExactSearch.
[[nodiscard]] std::unique_ptr<ReplyMethod> exact_replies(RuleSet rule, int size, std::uint32_t effort,
                                                         Answers answers);

}  // namespace fiveproof::dbsearch
