// The board under a walk (format/walk/walk_coder.hpp): who stands where, and what lies around a square.
//
// Squares are dense indices, column * size + row. A margin of four squares belongs to nobody, so that lines
// need no look at the edge.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "game/rules.hpp"

namespace fiveproof::walk {

inline constexpr int max_squares = max_board_size * max_board_size;
inline constexpr int nowhere = -1;

enum Cell : std::uint8_t { empty = 0, attacker = 1, defender = 2, outside = 3 };

/// The squares around one on a line, two bits each: four on one side in the low byte, four on the other in
/// the high byte, the nearest in the lowest bits.
using Line = std::uint32_t;
/// The line as read from the end that makes it the smaller number, so that it is the same from both.
[[nodiscard]] constexpr Line from_smaller_end(Line line) {
  const Line turned = (line & 0xFF) << 8 | line >> 8;
  return turned < line ? turned : line;
}
inline constexpr int directions = 4;
using Lines = std::array<Line, directions>;

class Board {
 public:
  /// An empty board. require: is_board_size(size).
  explicit Board(int size);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int squares() const { return size_ * size_; }
  [[nodiscard]] Cell at(int q) const { return static_cast<Cell>(cells_[index(q + 1)]); }
  /// require: `q` is a square of the board, or nowhere, which is not empty.
  [[nodiscard]] bool is_empty(int q) const { return at(q) == empty; }
  void put(int q, Cell what) {
    std::uint8_t& cell = cells_[index(q + 1)];
    empties_ += (what == empty) - (cell == empty);
    const auto change = static_cast<std::uint64_t>(cell ^ what) << (2 * margin);
    const Where& where = where_[index(q)];
    for (std::size_t d = 0; d < directions; ++d) rows_[where.row[d]] ^= change << where.shift[d];
    cell = what;
  }
  [[nodiscard]] int empties() const { return empties_; }

  [[nodiscard]] Line line(int q, int direction) const {
    const Where& where = where_[index(q)];
    const std::size_t d = index(direction);
    const std::uint64_t nine = rows_[where.row[d]] >> where.shift[d];
    return mirrored[nine & 0xFF] | (static_cast<Line>(nine >> 10 & 0xFF) << 8);
  }
  [[nodiscard]] Lines lines(int q) const {
    Lines all;
    for (int d = 0; d < directions; ++d) all[index(d)] = line(q, d);
    return all;
  }
  /// The square so many steps away from `q`, or nowhere. require: |distance| <= 4.
  [[nodiscard]] int along(int q, int direction, int distance) const {
    const int to = place(q) + distance * steps[index(direction)];
    return square_[index(to)];
  }
  /// How many steps from `q` to `to` in that direction, in [-4, 4]; 0: it does not lie there.
  [[nodiscard]] int steps_to(int q, int direction, int to) const {
    const auto apart = static_cast<std::size_t>(place(to) - place(q) + farthest);
    return apart <= 2 * farthest ? steps_apart[index(direction)][apart] : 0;
  }
  [[nodiscard]] int column(int q) const { return where_[index(q)].shift[0] / 2; }
  [[nodiscard]] int row(int q) const { return where_[index(q)].shift[1] / 2; }
  [[nodiscard]] int distance(int a, int b) const {
    return std::max(std::abs(column(a) - column(b)), std::abs(row(a) - row(b)));
  }

 private:
  static constexpr int margin = 4, width = max_board_size + 2 * margin;
  // The directions go from column to column, from row to row, and along the two diagonals.
  static constexpr std::array<int, directions> steps = {width, 1, width + 1, width - 1};
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int place(int q) const { return place_[index(q + 1)]; }

  /// One side of a line as read from its other end.
  static constexpr auto mirrored = [] {
    std::array<std::uint8_t, 256> made{};
    for (unsigned side = 0; side < made.size(); ++side)
      made[side] =
          static_cast<std::uint8_t>((side & 3) << 6 | (side & 12) << 2 | (side >> 2 & 12) | side >> 6);
    return made;
  }();
  /// For each difference of two places, from -farthest on, how many steps apart they are.
  static constexpr int farthest = 4 * (width + 1);
  static constexpr auto steps_apart = [] {
    std::array<std::array<std::int8_t, 2 * farthest + 1>, directions> made{};
    for (std::size_t d = 0; d < directions; ++d)
      for (int n = -4; n <= 4; ++n)
        made[d][static_cast<std::size_t>(n * steps[d] + farthest)] = static_cast<std::int8_t>(n);
    return made;
  }();

  /// For each direction the row of cells through a square, and by how many bits it has to be shifted for the
  /// nine cells around the square to come last.
  struct Where {
    std::array<std::uint8_t, directions> row, shift;
  };
  static constexpr std::size_t rows = 2 * max_board_size + 2 * (2 * max_board_size - 1);

  int size_, empties_;
  std::array<std::uint8_t, 1 + max_squares> cells_{};  ///< the first is that of nowhere
  /// The cells once more, two bits each, as all rows of each direction: a line is read from them at once,
  /// which happens more often than that a stone comes or goes.
  std::array<std::uint64_t, rows> rows_{};
  std::array<Where, max_squares> where_{};
  std::array<std::int16_t, 1 + max_squares> place_{};  ///< the first is that of nowhere: outside
  std::array<std::int16_t, width * width> square_{};
};

/// What a line holds for one colour, in one number, so that both sides of it are added at once. Each stone
/// counts 256. Added to that is what the line offers, on either side up to the first other thing: 5, 4, 3, 2
/// for a stone by nearness, 1 for an empty square. That is at most 28, so that the two do not mix.
using Worth = std::uint32_t;
inline constexpr Worth one_stone = 256;
/// The worth of each side of a line, by colour.
inline constexpr auto worth_of_side = [] {
  std::array<std::array<std::uint16_t, 256>, 3> made{};
  for (unsigned colour : {attacker, defender})
    for (unsigned side = 0; side < 256; ++side) {
      bool is_open = true;
      unsigned worth = 0;
      for (unsigned j = 0; j < 4; ++j) {
        const unsigned what = (side >> (2 * j)) & 3;
        is_open = is_open && (what == colour || what == empty);
        if (what == colour) worth += one_stone;
        if (is_open) worth += what == colour ? 5 - j : 1;
      }
      made[colour][side] = static_cast<std::uint16_t>(worth);
    }
  return made;
}();
[[nodiscard]] inline Worth worth_of(Line line, Cell colour) {
  return Worth{worth_of_side[colour][line & 0xFF]} + worth_of_side[colour][line >> 8];
}
[[nodiscard]] inline int life_of(Line line, Cell colour) {
  return static_cast<int>(worth_of(line, colour) % one_stone);
}
/// How many stones of a colour a line has.
[[nodiscard]] inline int stones_on(Line line, Cell colour) {
  return static_cast<int>(worth_of(line, colour) / one_stone);
}

/// The first two squares, in order of direction and then of place, on which the stone on `q` and three
/// others of its colour would become five; nowhere in the place of those that are missing. Longer rows
/// count: the rule set is not asked.
[[nodiscard]] std::array<int, 2> search_ends_of_fours(const Board& board, int q, const Lines& around);
[[nodiscard]] inline std::array<int, 2> ends_of_fours(const Board& board, int q, const Lines& around) {
  // Mostly no line has three other stones, and then no call is needed.
  const Cell colour = board.at(q);
  Worth most = 0;
  for (const Line line : around) most = std::max(most, worth_of(line, colour));
  return most >= 3 * one_stone ? search_ends_of_fours(board, q, around) : std::array{nowhere, nowhere};
}

}  // namespace fiveproof::walk
