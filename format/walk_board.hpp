// The board under a walk (format/walk_coder.hpp): who stands where, and what lies around a square.
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

/// The squares around one on a line, two bits each: four on one side in the low byte, nearest first, four on
/// the other in the high byte.
using Line = std::uint32_t;
/// Read from the end that makes it the smaller number.
[[nodiscard]] constexpr Line from_smaller_end(Line line) {
  const Line turned = (line & 0xFF) << 8 | line >> 8;
  return turned < line ? turned : line;
}
inline constexpr int directions = 4;
using Lines = std::array<Line, directions>;

class Board {
 public:
  explicit Board(int size) : size_(size), empties_(size * size) {
    cells_.fill(outside);
    for (int q = 0; q < size * size; ++q) {
      const int place = (q / size + margin) * width + q % size + margin;
      place_[index(q)] = static_cast<std::int16_t>(place);
      square_[index(place)] = static_cast<std::int16_t>(q);
      cells_[index(place)] = empty;
    }
  }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int squares() const { return size_ * size_; }
  [[nodiscard]] Cell at(int q) const { return static_cast<Cell>(cells_[index(place(q))]); }
  [[nodiscard]] bool is_empty(int q) const { return q >= 0 && q < squares() && at(q) == empty; }
  void put(int q, Cell what) {
    std::uint8_t& cell = cells_[index(place(q))];
    empties_ += (what == empty) - (cell == empty);
    cell = what;
  }
  [[nodiscard]] int empties() const { return empties_; }

  [[nodiscard]] Line line(int q, int direction) const {
    const std::uint8_t* here = &cells_[index(place(q))];
    const int step = steps[index(direction)];
    Line line = 0;
    for (int j = 0; j < 4; ++j) {
      line |= static_cast<Line>(here[-(j + 1) * step]) << (2 * j);
      line |= static_cast<Line>(here[(j + 1) * step]) << (2 * j + 8);
    }
    return line;
  }
  [[nodiscard]] Lines lines(int q) const {
    Lines all;
    for (int d = 0; d < directions; ++d) all[index(d)] = line(q, d);
    return all;
  }
  /// The square so many steps away, or nowhere. require: |distance| <= 4.
  [[nodiscard]] int along(int q, int direction, int distance) const {
    const int to = place(q) + distance * steps[index(direction)];
    return cells_[index(to)] == outside ? nowhere : square_[index(to)];
  }
  /// How many steps from `q` to `to` in that direction, in [-4, 4]; 0: it does not lie there.
  [[nodiscard]] int steps_to(int q, int direction, int to) const {
    const int step = steps[index(direction)];
    const int apart = place(to) - place(q);
    const int count = apart / step;
    return count * step == apart && std::abs(count) <= 4 ? count : 0;
  }
  [[nodiscard]] int distance(int a, int b) const {
    return std::max(std::abs(a / size_ - b / size_), std::abs(a % size_ - b % size_));
  }

 private:
  static constexpr int margin = 4, width = max_board_size + 2 * margin;
  // Columns, rows, and the two diagonals.
  static constexpr std::array<int, directions> steps = {width, 1, width + 1, width - 1};
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int place(int q) const { return place_[index(q)]; }

  int size_, empties_;
  std::array<std::uint8_t, width * width> cells_{};
  std::array<std::int16_t, max_squares> place_{};
  std::array<std::int16_t, width * width> square_{};
};

/// What a line offers to one colour: 5, 4, 3, 2 for each stone of its own by nearness, 1 for each empty
/// square, on either side up to the first other thing.
[[nodiscard]] int life_of(Line line, Cell colour);

/// The first two squares, in order of direction and then of place, on which the stone on `q` and three others
/// of its colour would become five; nowhere, where there are fewer. Longer rows count: the rule is not asked.
[[nodiscard]] std::array<int, 2> ends_of_fours(const Board& board, int q, const Lines& around);

}  // namespace fiveproof::walk
