// An AND position under rules with forbidden points: what wins after a pass, and what a reply is asked for
// then.
//
// What wins after a pass answers some two hundred replies, so that it is looked for longer. Where nothing
// does, one more stone of the defender hardly ever helps the attacker: it has to turn a forbidden point.
// Fours are asked for there, which is cheap; threes took two thirds of the time of a library at 1 % of its
// positions, for one win in two hundred searches.
#pragma once

#include <cstdint>
#include <limits>

#include "dbsearch/exact_search.hpp"

namespace fiveproof::dbsearch {

class ExactAndPosition {
 public:
  /// `effort`: nodes of one search after a reply.
  ExactAndPosition(RuleSet rule, int size, std::uint32_t effort)
      : search_(rule, size, effort),
        after_pass_(rule, size, effort_after_pass(effort),
                    {.positions = pass_times * ExactSearch::usual_positions}) {}

  /// What wins if the defender, who is to move, passes.
  ExactResult set_position(const Position& and_position, Color attacker) {
    search_.set_position(and_position, attacker);
    ExactResult found = search_.search_fours();
    if (!found.win) {
      after_pass_.set_position(and_position, attacker);
      found = after_pass_.search();
    }
    wins_after_pass_ = found.win;
    pass_cut_short_ = found.cut_short;
    return found;
  }

  /// What wins after the reply that is put on the board of search().
  [[nodiscard]] ExactResult search_after_reply() {
    if (wins_after_pass_) return search_.search();
    ExactResult found = search_.search_fours();
    found.cut_short = !found.win && (found.cut_short || pass_cut_short_);
    return found;
  }

  /// The board of replies: the AND position, until a reply is put.
  [[nodiscard]] ExactSearch& search() { return search_; }

 private:
  static constexpr std::uint32_t pass_times = 5;
  [[nodiscard]] static std::uint32_t effort_after_pass(std::uint32_t effort) {
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    return effort > most / pass_times ? most : pass_times * effort;
  }

  ExactSearch search_, after_pass_;
  bool wins_after_pass_ = true;
  bool pass_cut_short_ = false;  ///< it does not win, and a limit ended the search
};

}  // namespace fiveproof::dbsearch
