// The board as lines: one word for each line, colour and direction.
//
// Bit 6 + p of a word is the p-th square of the line, so that the thirteen bits around any square can
// be cut out without looking at the edge. Bits that are off the board are set in both colours' words: read
// `own & ~other` for a side's stones and `other` for what blocks it.
#pragma once

#include <array>
#include <cstdint>

#include "dbsearch/threat.hpp"
#include "game/position.hpp"

namespace fiveproof::dbsearch {

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

[[nodiscard]] constexpr const SquareLines& lines_of(Square s) {
  return square_lines[static_cast<std::size_t>(s.number())];
}

/// The thirteen bits around a square along one direction, laid out as in Shape and Threat.
struct Neighbourhood {
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
    return ((n.own | n.blocked) >> Threat::center & 1) == 0;
  }

 private:
  void flip(int side, Square s) {
    const SquareLines& at = lines_of(s);
    for (std::size_t d = 0; d < direction_count; ++d)
      words_[static_cast<std::size_t>(side)][d][at.line[d]] ^= 64u << at.place[d];
  }

  std::array<std::array<std::array<std::uint32_t, lines_per_direction>, direction_count>, 2> words_;
};

}  // namespace fiveproof::dbsearch
