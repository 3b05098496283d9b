// The board as lines: one word for each line, colour and direction.
//
// Bit 6 + p of a word is the p-th square of the line, so that the thirteen bits around any square can
// be cut out without looking at the edge. Bits that are off the board are set in both colours' words: read
// `own & ~other` for a side's stones and `other` for what blocks it.
#pragma once

#include <array>
#include <cstdint>

#include "game/position.hpp"

namespace fiveproof {

/// The four directions of lines: (dx, dy) = (1,0), (0,1), (1,1), (1,-1).
enum class Direction : std::uint8_t { horizontal, vertical, diagonal, antidiagonal };
inline constexpr int direction_count = 4;
inline constexpr int direction_dx[direction_count] = {1, 0, 1, 1};
inline constexpr int direction_dy[direction_count] = {0, 1, 1, -1};
/// What a step along the direction adds to the number of a square.
inline constexpr int direction_step[direction_count] = {Square::stride, 1, Square::stride + 1,
                                                        Square::stride - 1};

inline constexpr int lines_per_direction = 2 * max_board_size - 1;

/// On which line of each direction a square lies, and at which place of it.
struct SquareLines {
  std::array<std::uint8_t, direction_count> line;
  std::array<std::uint8_t, direction_count> place;  ///< in [0, 20); its bit is 6 + place
};

/// The lines of all squares of the 20x20 grid; the same for every board size.
inline constexpr std::array<SquareLines, Square::count> square_lines = [] {
  std::array<SquareLines, Square::count> lines{};
  for (int x = 0; x < max_board_size; ++x)
    for (int y = 0; y < max_board_size; ++y) {
      const auto byte = [](int n) { return static_cast<std::uint8_t>(n); };
      lines[static_cast<std::size_t>(Square(x, y).number())] = {
          {byte(y), byte(x), byte(x - y + max_board_size - 1), byte(x + y)},
          {byte(x), byte(y), byte(x), byte(x)}};
    }
  return lines;
}();

/// The square k steps from `s` along a direction. require: it is on the 20x20 grid.
[[nodiscard]] constexpr Square square_at(Square s, int direction, int k) {
  return Square::from_number(s.number() + k * direction_step[direction]);
}

[[nodiscard]] constexpr const SquareLines& lines_of(Square s) {
  return square_lines[static_cast<std::size_t>(s.number())];
}

/// The thirteen bits around a square along one direction: bit `center + k` is the square k steps from it
/// along the direction, with k in [-6, 6].
struct Neighbourhood {
  static constexpr int center = 6;
  std::uint32_t own;      ///< stones of the side that was asked for
  std::uint32_t blocked;  ///< stones of the other side, and squares off the board
};

class LineBoard {
 public:
  /// An empty board. require: is_board_size(size).
  explicit LineBoard(int size);
  /// The stones of a position; those of colour `first` are side 0.
  LineBoard(const Position& position, Color first);

  void put(int side, Square s) { flip(side, s); }
  /// Takes a stone away. require: `side` has a stone on `s`.
  void take(int side, Square s) { flip(side, s); }

  [[nodiscard]] Neighbourhood around(int side, Square s, int direction) const {
    const SquareLines& at = lines_of(s);
    const auto d = static_cast<std::size_t>(direction);
    const std::uint32_t own = words_[static_cast<std::size_t>(side)][d][at.line[d]] >> at.place[d];
    const std::uint32_t other = words_[static_cast<std::size_t>(1 - side)][d][at.line[d]] >> at.place[d];
    return {own & ~other & 0x1FFFu, other & 0x1FFFu};
  }
  /// The stones of `side` on a whole line, and what blocks them.
  [[nodiscard]] Neighbourhood line(int side, int direction, int line) const {
    const auto d = static_cast<std::size_t>(direction);
    const auto l = static_cast<std::size_t>(line);
    const std::uint32_t own = words_[static_cast<std::size_t>(side)][d][l];
    const std::uint32_t other = words_[static_cast<std::size_t>(1 - side)][d][l];
    return {own & ~other, other};
  }
  [[nodiscard]] bool is_empty(Square s) const {
    const auto n = around(0, s, 0);
    return ((n.own | n.blocked) >> Neighbourhood::center & 1) == 0;
  }

 private:
  void flip(int side, Square s) {
    const SquareLines& at = lines_of(s);
    for (std::size_t d = 0; d < direction_count; ++d)
      words_[static_cast<std::size_t>(side)][d][at.line[d]] ^= 64u << at.place[d];
  }

  std::array<std::array<std::array<std::uint32_t, lines_per_direction>, direction_count>, 2> words_;
};

}  // namespace fiveproof
