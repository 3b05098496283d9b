#include "tests/game/forbidden_comparison.hpp"

#include <algorithm>

#include "game/notation.hpp"
#include "tests/game/literal_forbidden.hpp"

namespace fiveproof::test {
namespace {

int below(std::mt19937_64& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

void put_if_empty(Position& position, Color c, int x, int y) {
  const int size = position.size();
  if (x < 0 || y < 0 || x >= size || y >= size || !position.is_empty(Square(x, y))) return;
  position.put(c, Square(x, y));
}

Position crowd(std::mt19937_64& random, int size) {
  Position p(size);
  const int side = std::min(size, 7 + below(random, 6));
  const int x0 = below(random, size - side + 1), y0 = below(random, size - side + 1);
  const int black = 4 + below(random, side * side / 3), white = below(random, side * side / 4);
  for (int i = 0; i < black + white; ++i)
    put_if_empty(p, i < black ? Color::black : Color::white, x0 + below(random, side),
                 y0 + below(random, side));
  return p;
}

Position crossings(std::mt19937_64& random, int size) {
  Position p(size);
  const int side = std::min(size, 9);
  const int x0 = below(random, size - side + 1), y0 = below(random, size - side + 1);
  for (int points = 1 + below(random, 4); points > 0; --points) {
    const int x = x0 + below(random, side), y = y0 + below(random, side);
    const int first = below(random, direction_count), lines = 1 + below(random, direction_count);
    for (int i = 0; i < lines; ++i) {
      const auto d = static_cast<std::size_t>((first + i) % direction_count);
      // Two or three stones of a straight four; four or five for fours and overlines.
      const int stones = below(random, 6) == 0 ? 4 + below(random, 2) : 2 + below(random, 2);
      const int radius = stones < 4 && below(random, 3) != 0 ? 3 : 5;
      for (int n = 0; n < stones; ++n) {
        const int k = below(random, 2 * radius + 1) - radius;
        if (k != 0) put_if_empty(p, Color::black, x + k * direction_dx[d], y + k * direction_dy[d]);
      }
    }
  }
  for (int white = below(random, 3) == 0 ? below(random, 20) : below(random, 6); white > 0; --white)
    put_if_empty(p, Color::white, x0 + below(random, side), y0 + below(random, side));
  return p;
}

bool has_two_near(const Position& position, Square s) {
  for (int d = 0; d < direction_count; ++d) {
    int stones = 0;
    for (int k = -4; k <= 4; ++k) {
      const int x = s.column() + k * direction_dx[d], y = s.row() + k * direction_dy[d];
      if (x < 0 || y < 0 || x >= position.size() || y >= position.size()) continue;
      stones += position.at(Square(x, y)) == Color::black;
    }
    if (stones >= 2) return true;
  }
  return false;
}

}  // namespace

Position position_with_threes(std::mt19937_64& random) {
  const int size = below(random, 2) == 0 ? 15 : 5 + below(random, 16);
  return below(random, 2) == 0 ? crowd(random, size) : crossings(random, size);
}

bool ForbiddenComparison::agree_on(const Position& position, std::mt19937_64& random, int others) {
  ++positions;
  LiteralForbidden literal(position);
  const SquareSet found = forbidden_points(position);
  std::vector<Square> asked, rest;
  for (Square s : position.empties())
    (found.contains(s) || has_two_near(position, s) ? asked : rest).push_back(s);
  for (; others > 0 && !rest.empty(); --others) {
    std::swap(rest[static_cast<std::size_t>(below(random, static_cast<int>(rest.size())))], rest.back());
    asked.push_back(rest.back());
    rest.pop_back();
  }
  bool agree = true;
  for (Square s : asked) {
    ++points;
    const Forbidden expected = literal.kind_of(s);
    ++by_kind[static_cast<std::size_t>(expected)];
    const ForbiddenReport report = report_on(position, s);
    const auto rows = std::count_if(report.lines.begin(), report.lines.end(),
                                    [](const auto& line) { return !line.straight_fours.empty(); });
    fewer_threes += expected == Forbidden::no && rows >= 2;
    if (found.contains(s) == (expected != Forbidden::no) && forbidden_on(position, s) == expected &&
        report.kind == expected)
      continue;
    agree = false;
    if (++different <= 20)
      log_ << diagram(position) << to_text(s) << ": " << name_of(expected) << ", found "
           << name_of(forbidden_on(position, s)) << ", told " << name_of(report.kind)
           << (found.contains(s) ? ", listed\n" : ", not listed\n");
  }
  deepest = std::max(deepest, literal.deepest);
  return agree;
}

void ForbiddenComparison::print(std::ostream& out) const {
  out << "positions: " << positions << "\npoints: " << points << '\n';
  for (Forbidden kind : {Forbidden::no, Forbidden::overline, Forbidden::double_four, Forbidden::double_three})
    out << "  " << name_of(kind) << ": " << by_kind[static_cast<std::size_t>(kind)] << '\n';
  out << "allowed, but with two rows that could be threes: " << fewer_threes
      << "\nthrees within threes, deepest: " << deepest << "\ndifferent (must be 0): " << different << '\n';
}

}  // namespace fiveproof::test
