// Replies that are lost to the same moves of the attacker, together.
//
// After most replies he goes on as if nothing had happened. Of two hundred replies there is little more to
// say than what those five or six sequences are.
#pragma once

#include <vector>

#include "explore/proof_book.hpp"

namespace fiveproof::explore {

struct LostTogether {
  /// Replies with one and the same sequence.
  struct Part {
    std::vector<Square> replies;  ///< in the order in which they came
    dbsearch::ThreatSequence sequence;
  };
  std::vector<Square> moves;  ///< of the attacker, in order
  std::vector<Part> parts;    ///< they differ in what kinds of threats the moves are; the largest comes first

  [[nodiscard]] std::vector<Square> replies() const;  ///< of all parts, in the order of their squares
};

/// Each reply is in one part of one group; no two groups have the same moves, no two parts the same sequence.
/// The group with most replies comes first, and of equal ones that whose first reply came first; so with
/// parts.
[[nodiscard]] std::vector<LostTogether> lost_together(const std::vector<LostReply>& lost);

/// All replies that are lost to a sequence: those of `replies`, and those after which a stored position
/// claims one, has no move, and is won by db-search as it claims. In the order of their squares. require:
/// `replies` are those at the position.
[[nodiscard]] std::vector<LostReply> all_lost(ProofBook& book, const Position& and_position,
                                              const Replies& replies);

}  // namespace fiveproof::explore
