#include "game/five.hpp"

#include "game/five_kind.hpp"

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

// Whole sets of stones are shifted along a direction, by steps that the compiler knows. Beyond the edge of
// the board rows go on, so that these find some squares too many, and never too few.

template <int step>
SquareSet beside_pairs(const SquareSet& own) {
  const SquareSet pairs = own & own.shifted(step);  // by their latter stone
  return pairs.shifted(step) | pairs.shifted(-2 * step);
}
/// The squares with two stones side by side next to them, in some direction. With four other stones of a five
/// there are such on one side or the other, whichever of the five it is.
SquareSet next_to_two(const SquareSet& own) {
  constexpr int column = Square::stride;
  return beside_pairs<1>(own) | beside_pairs<column - 1>(own) | beside_pairs<column>(own) |
         beside_pairs<column + 1>(own);
}

template <int step>
SquareSet ends_of_fives(const SquareSet& own) {
  const SquareSet pairs = own & own.shifted(step), fours = pairs & pairs.shifted(2 * step);
  return fours & fours.shifted(step);
}
/// The stones at which five in a row end.
SquareSet ends_of_fives(const SquareSet& own) {
  constexpr int column = Square::stride;
  return ends_of_fives<1>(own) | ends_of_fives<column - 1>(own) | ends_of_fives<column>(own) |
         ends_of_fives<column + 1>(own);
}

}  // namespace

bool makes_five(const Position& position, RuleSet rule, Color c, Square s) {
  const SquareSet& own = position.stones(c);
  const FiveKind kind = five_kind(rule, c);
  for (const auto& d : directions) {
    const int length = 1 + run_length(own, position.size(), s.column(), s.row(), d[0], d[1]) +
                       run_length(own, position.size(), s.column(), s.row(), -d[0], -d[1]);
    if (is_five(kind, length)) return true;
  }
  return false;
}

bool has_five(const Position& position, RuleSet rule, Color c) {
  for (Square s : ends_of_fives(position.stones(c)))
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
