#include "game/line_board.hpp"

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

LineBoard::LineBoard(const Position& position, Color first) : LineBoard(position.size()) {
  for (Square s : position.stones(first)) put(0, s);
  for (Square s : position.stones(opponent(first))) put(1, s);
}

}  // namespace fiveproof
