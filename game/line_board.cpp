#include "game/line_board.hpp"

#include <vector>

namespace fiveproof {

LineBoard::LineBoard(int size) {
  // Everything is off the board until a square of the board clears its bit in both colours.
  for (auto& colour : words_)
    for (auto& direction : colour) direction.fill(~0u);
  for (Square s : SquareSet::whole_board(size)) {
    flip(0, s);
    flip(1, s);
  }
}

LineBoard::LineBoard(const Position& position, Color first) {
  // Copying a board without stones is faster than making one.
  static const auto empty = [] {
    std::vector<LineBoard> boards;
    for (int size = min_board_size; size <= max_board_size; ++size) boards.emplace_back(size);
    return boards;
  }();
  *this = empty[static_cast<std::size_t>(position.size() - min_board_size)];
  for (Square s : position.stones(first)) put(0, s);
  for (Square s : position.stones(opponent(first))) put(1, s);
}

}  // namespace fiveproof
