// Positions as tests write them.
#pragma once

#include <string_view>

#include "game/notation.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

/// From the empty board, Black first. require: legal moves.
inline Position after(std::string_view moves, int size = 15) {
  return position_after(parse_squares(moves, size).value(), size).value();
}

/// The same as a claim's root, given by its moves.
inline Root root_after(std::string_view moves, int size = 15) {
  return {after(moves, size), parse_squares(moves, size).value()};
}

}  // namespace fiveproof
