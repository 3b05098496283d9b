#include "format/walk_board.hpp"

namespace fiveproof::walk {
namespace {

/// What stands `steps` away from the middle of a line. require: 1 <= |steps| <= 4.
unsigned cell(Line line, int steps) {
  return (steps < 0 ? line >> (2 * (-steps - 1)) : line >> (2 * (steps - 1) + 8)) & 3;
}

/// The step from the stone in the middle to the one empty square among the five from `first` on, when all
/// others are of its colour; 0 otherwise.
int gap_of_four(Line line, unsigned colour, int first) {
  int gap = 0;
  for (int i = first; i < first + 5; ++i) {
    if (i == 0 || cell(line, i) == colour) continue;
    if (cell(line, i) != empty || gap != 0) return 0;
    gap = i;
  }
  return gap;
}

}  // namespace

Board::Board(int size) : size_(size), empties_(size * size) {
  cells_.fill(outside);
  square_.fill(nowhere);
  rows_.fill(~std::uint64_t{0});
  const int diagonals = 2 * size - 1;
  for (int q = 0; q < size * size; ++q) {
    const int column = q / size, row = q % size;
    const int place = (column + margin) * width + row + margin;
    place_[index(q + 1)] = static_cast<std::int16_t>(place);
    square_[index(place)] = static_cast<std::int16_t>(q);
    cells_[index(place)] = empty;
    // Rows, columns, and the two diagonals, one after the other.
    const std::array<int, directions> rows_through = {row, size + column, 2 * size + column - row + size - 1,
                                                      2 * size + diagonals + column + row};
    for (std::size_t d = 0; d < directions; ++d) {
      const int steps_from_edge = d == 1 ? row : column;
      where_[index(q)].row[d] = static_cast<std::uint8_t>(rows_through[d]);
      where_[index(q)].shift[d] = static_cast<std::uint8_t>(2 * steps_from_edge);
      rows_[index(rows_through[d])] &= ~(std::uint64_t{outside} << (2 * (steps_from_edge + margin)));
    }
  }
}

std::array<int, 2> search_ends_of_fours(const Board& board, int q, const Lines& around) {
  std::array<int, 2> ends{nowhere, nowhere};
  const Cell colour = board.at(q);
  for (int d = 0; d < directions; ++d) {
    const Line line = around[static_cast<std::size_t>(d)];
    if (stones_on(line, colour) < 3) continue;
    for (int first = -4; first <= 0; ++first) {
      const int gap = gap_of_four(line, colour, first);
      if (gap == 0) continue;
      const int s = board.along(q, d, gap);
      if (s == ends[0] || s == ends[1]) continue;
      (ends[0] == nowhere ? ends[0] : ends[1]) = s;
      if (ends[1] != nowhere) return ends;
    }
  }
  return ends;
}

}  // namespace fiveproof::walk
