// SWAP2BOARD: the opening under which one side puts three stones and the other one chooses.
//
//   no stones      three are put
//   three stones   the colour is taken that seems better: Black by SWAP, White by a move
//   five stones    the same
//
// That two stones could be put and the choice handed on is not made use of.
#pragma once

#include <string>
#include <vector>

#include "engine/player.hpp"

namespace fiveproof::engine {

/// The answer, as a line of the protocol; empty where the stones are none of these, or stand on each other.
[[nodiscard]] std::string answer_swap2(Player& player, int size, const std::vector<Square>& stones,
                                       const Thought& thought, const SearchLimits& limits);

}  // namespace fiveproof::engine
