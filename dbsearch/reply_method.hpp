// The ways in which ReplySearch answers: by threats, or exactly, where there are forbidden points.
#pragma once

#include <memory>

#include "dbsearch/reply_search.hpp"

namespace fiveproof::dbsearch {

class ReplyMethod {
 public:
  virtual ~ReplyMethod() = default;
  [[nodiscard]] virtual SearchResult win(const Position& or_position, Color attacker) = 0;
  [[nodiscard]] virtual SearchResult counter_win(const Position& and_position) = 0;
  virtual void set_and_position(const Position& and_position, Color attacker) = 0;
  [[nodiscard]] virtual ReplyAnswer answer(Square reply) = 0;
  [[nodiscard]] virtual ThreatSequence sequence() = 0;
};

/// By winning threat sequences and their replay. require: no forbidden moves under the rule set.
[[nodiscard]] std::unique_ptr<ReplyMethod> replies_by_threats(RuleSet rule, int size, std::uint32_t effort);
/// By ExactSearch.
[[nodiscard]] std::unique_ptr<ReplyMethod> exact_replies(RuleSet rule, int size, std::uint32_t effort);

}  // namespace fiveproof::dbsearch
