// What the lines through a square look like, in numbers that do not depend on how the board is turned.
#pragma once

#include <array>
#include <cstdint>

#include "format/coding/mixer.hpp"
#include "format/walk/walk_board.hpp"

namespace fiveproof::walk {

/// What a colour with a stone in the middle of a line could make of it. What counts are the windows of five
/// that hold the middle and nothing but stones of the colour and empty squares:
///   0   there is no such window
///   1   no such window has a further stone
///   n   2 + 3 * (the most further stones in a window - 1) + (how many windows have that many, at most 3) - 1
[[nodiscard]] unsigned reach_of(Line line, Cell colour);

/// The four lines through a square, taken together.
struct Shape {
  std::uint32_t four = 0, three = 0, two = 0;  ///< hashes of so many squares on either side
  std::uint32_t attack = 0, defence = 0;  ///< 32 * the greatest reach_of() the colour + the second greatest
};
[[nodiscard]] Shape shape_of(const Board& board, int q);

}  // namespace fiveproof::walk
