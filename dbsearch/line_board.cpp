#include "dbsearch/line_board.hpp"

namespace fiveproof::dbsearch {
namespace {

std::array<SquareLines, Square::count> build_square_lines() {
  std::array<SquareLines, Square::count> lines{};
  for (int x = 0; x < max_board_size; ++x)
    for (int y = 0; y < max_board_size; ++y) {
      const auto byte = [](int n) { return static_cast<std::uint8_t>(n); };
      lines[static_cast<std::size_t>(Square(x, y).number())] = {
          {byte(y), byte(x), byte(x - y + max_board_size - 1), byte(x + y)},
          {byte(x), byte(y), byte(x), byte(x)}};
    }
  return lines;
}

}  // namespace

const std::array<SquareLines, Square::count>& square_lines() {
  static const auto built = build_square_lines();
  return built;
}

LineBoard::LineBoard(int size) : square_lines_(square_lines().data()) {
  // Everything is off the board until a square of the board clears its bit in both colours.
  for (auto& colour : words_)
    for (auto& direction : colour) direction.fill(~0u);
  for (Square s : SquareSet::whole_board(size)) {
    flip(0, s);
    flip(1, s);
  }
}

}  // namespace fiveproof::dbsearch
