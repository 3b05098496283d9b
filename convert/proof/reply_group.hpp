// What a picture is told of replies after which no move of the attacker is stored: a node for those with one
// end.
//
// convert/ searches for nothing. Whoever wants such replies in a picture says which there are, and what they
// come to.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "game/position.hpp"

namespace fiveproof::convert {

struct ReplyGroup {
  enum class End : std::uint8_t {
    sequence,  ///< they are lost to the same moves, a winning threat sequence
    five,      ///< they make a five
    open       ///< nobody knows an answer
  };
  End end = End::sequence;
  std::vector<Square> replies;  ///< one at least
  std::string moves = {};       ///< of the attacker in the sequence: "j10 k9 h7"
  /// The sequence with what it grants the defender: "four j10 (k11), ...; after a1 b1: four j10 (k11), ..."
  std::string in_full = {};
};

/// The groups at a position with the defender to move, on its board. Each reply is in one at most, and in
/// none if a move of the attacker is stored after it.
using RepliesAt = std::function<std::vector<ReplyGroup>(const Position& and_position)>;

}  // namespace fiveproof::convert
