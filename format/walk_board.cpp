#include "format/walk_board.hpp"

namespace fiveproof::walk {
namespace {

/// By colour and one side of a line.
struct Sides {
  std::array<std::array<std::uint8_t, 256>, 3> life{}, stones{};
};

constexpr Sides make_sides() {
  Sides sides;
  for (unsigned colour : {attacker, defender})
    for (unsigned side = 0; side < 256; ++side) {
      bool is_open = true;
      for (unsigned j = 0; j < 4; ++j) {
        const unsigned what = (side >> (2 * j)) & 3;
        is_open = is_open && (what == colour || what == empty);
        if (what == colour) ++sides.stones[colour][side];
        if (is_open)
          sides.life[colour][side] =
              static_cast<std::uint8_t>(sides.life[colour][side] + (what == colour ? 5 - j : 1));
      }
    }
  return sides;
}
constexpr Sides sides = make_sides();

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

int life_of(Line line, Cell colour) {
  return sides.life[colour][line & 0xFF] + sides.life[colour][line >> 8];
}

std::array<int, 2> ends_of_fours(const Board& board, int q, const Lines& around) {
  std::array<int, 2> ends{nowhere, nowhere};
  const Cell colour = board.at(q);
  for (int d = 0; d < directions; ++d) {
    const Line line = around[static_cast<std::size_t>(d)];
    if (sides.stones[colour][line & 0xFF] + sides.stones[colour][line >> 8] < 3) continue;
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
