#include "game/five.hpp"

namespace fiveproof {
namespace {

constexpr int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/// How many stones of `own` stand next to (x, y) in an unbroken row towards (dx, dy).
int run_length(const SquareSet& own, int size, int x, int y, int dx, int dy) {
  int n = 0;
  for (;;) {
    x += dx;
    y += dy;
    if (x < 0 || y < 0 || x >= size || y >= size || !own.contains(Square(x, y))) return n;
    ++n;
  }
}

/// The squares with two stones side by side next to them, in some direction; beyond the edge of the board rows go on, so there
/// are some more. With four other stones of a five there are such on one side or the other, whichever of the five it is.
SquareSet next_to_two(const SquareSet& own) {
  SquareSet found;
  for (const int step : {1, Square::stride - 1, Square::stride, Square::stride + 1})
    for (const int by : {step, -step}) found |= own.shifted(by) & own.shifted(2 * by);
  return found;
}

}  // namespace

bool makes_five(const Position& position, RuleSet rule, Color c, Square s) {
  const SquareSet& own = position.stones(c);
  for (const auto& d : directions) {
    const int length = 1 + run_length(own, position.size(), s.column(), s.row(), d[0], d[1]) +
                       run_length(own, position.size(), s.column(), s.row(), -d[0], -d[1]);
    if (length == 5 || (length > 5 && overline_wins(rule, c))) return true;
  }
  return false;
}

bool has_five(const Position& position, RuleSet rule, Color c) {
  for (Square s : position.stones(c) & next_to_two(position.stones(c)))
    if (makes_five(position, rule, c, s)) return true;
  return false;
}

bool has_overline(const Position& position, Color c) {
  const SquareSet& own = position.stones(c);
  for (Square s : own)
    for (const auto& d : directions)
      if (run_length(own, position.size(), s.column(), s.row(), d[0], d[1]) >= 5) return true;
  return false;
}

SquareSet five_squares(const Position& position, RuleSet rule, Color c) {
  SquareSet found;
  for (Square s : position.empties() & next_to_two(position.stones(c)))
    if (makes_five(position, rule, c, s)) found.insert(s);
  return found;
}

}  // namespace fiveproof
