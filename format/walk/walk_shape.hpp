// What the lines through a square look like, in numbers that do not depend on how the board is turned.
#pragma once

#include <array>
#include <cstdint>

#include "format/coding/mixer.hpp"
#include "format/walk/walk_board.hpp"

namespace fiveproof::walk {

/// What a colour with a stone in the middle of a line could make of it. Of the windows of five that hold the
/// middle and nothing but its stones and empty squares: 0 there is none; 1 they have no stone besides; else
/// 2 + 3 * (the most stones besides - 1) + how many windows have that many, 1 to 3 or more, - 1.
[[nodiscard]] unsigned reach_of(Line line, Cell colour);

struct Shape {
  std::uint32_t four = 0, three = 0, two = 0;  ///< the lines up to so many squares on either side
  std::uint32_t attack = 0, defence = 0;       ///< 32 * the greatest reach of the colour + the second
};
[[nodiscard]] Shape shape_of(const Board& board, int q);

}  // namespace fiveproof::walk
