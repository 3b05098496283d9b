#include "format/walk/walk_board.hpp"

namespace fiveproof::walk {
namespace {

/// Which of the four squares on one side of a line hold each colour, and which are empty: a bit each,
/// for the nearest the lowest.
struct Side {
  std::array<std::uint8_t, 3> of{};  ///< by the Cell
};
constexpr auto sides = [] {
  std::array<Side, 256> made{};
  for (unsigned side = 0; side < made.size(); ++side)
    for (unsigned j = 0; j < 4; ++j)
      if (const unsigned what = side >> (2 * j) & 3; what != outside)
        made[side].of[what] = static_cast<std::uint8_t>(made[side].of[what] | 1u << j);
  return made;
}();
constexpr auto turned = [] {
  std::array<std::uint8_t, 16> made{};
  for (unsigned side = 0; side < made.size(); ++side)
    made[side] = static_cast<std::uint8_t>((side & 1) << 3 | (side & 2) << 1 | (side >> 1 & 2) | side >> 3);
  return made;
}();

/// The squares of a line where `what` stands: a bit each, for the middle bit 4.
unsigned places_of(Line line, Cell what) {
  return turned[sides[line & 0xFF].of[what]] | static_cast<unsigned>(sides[line >> 8].of[what]) << 5;
}

/// For a set of five squares the one that is missing; 5 when none or several are.
constexpr auto the_other = [] {
  std::array<std::uint8_t, 32> made{};
  made.fill(5);
  for (unsigned i = 0; i < 5; ++i) made[31 - (1u << i)] = static_cast<std::uint8_t>(i);
  return made;
}();

}  // namespace

Board::Board(int size) : size_(size), empties_(size * size) {
  cells_.fill(outside);
  square_.fill(nowhere);
  rows_.fill(~std::uint64_t{0});
  const int diagonals = 2 * size - 1;
  for (int q = 0; q < size * size; ++q) {
    const int column = q / size, row = q % size;
    const int place = (column + margin) * width + row + margin;
    cells_[index(q + 1)] = empty;
    place_[index(q + 1)] = static_cast<std::int16_t>(place);
    square_[index(place)] = static_cast<std::int16_t>(q);
    // These are the rows, the columns and the two diagonals through the square, numbered one after the other.
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
    const unsigned own = places_of(line, colour) | 1u << 4, empties = places_of(line, empty);
    for (unsigned first = 0; first < 5; ++first) {
      const unsigned gap = first + the_other[own >> first & 31];
      if (gap == first + 5 || (empties >> gap & 1) == 0) continue;
      const int s = board.along(q, d, static_cast<int>(gap) - 4);
      if (s == ends[0] || s == ends[1]) continue;
      (ends[0] == nowhere ? ends[0] : ends[1]) = s;
      if (ends[1] != nowhere) return ends;
    }
  }
  return ends;
}

}  // namespace fiveproof::walk
