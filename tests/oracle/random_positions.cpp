#include "tests/oracle/random_positions.hpp"

#include <algorithm>

#include "tests/oracle/oracle.hpp"

namespace fiveproof::oracle {
namespace {

bool is_over(const Position& position, RuleSet rule) {
  const Board board(position, rule);
  return board.has_five(Color::black) || board.has_five(Color::white);
}

SquareSet around(Square center, int radius, int size) {
  SquareSet found;
  for (int x = center.column() - radius; x <= center.column() + radius; ++x)
    for (int y = center.row() - radius; y <= center.row() + radius; ++y)
      if (x >= 0 && y >= 0 && x < size && y < size) found.insert(Square(x, y));
  return found;
}

}  // namespace

Square RandomPositions::pick(const SquareSet& squares) {
  int skip = below(squares.size());
  for (Square s : squares)
    if (skip-- == 0) return s;
  return squares.first();  // not reached
}

// `stones` stones, colours in turn.
void RandomPositions::scatter(Position& position, const SquareSet& where, int stones) {
  for (int i = 0; i < stones; ++i) {
    const auto free = where & position.empties();
    if (free.empty()) return;
    position.put(i % 2 == 0 ? Color::black : Color::white, pick(free));
  }
}

Position RandomPositions::uniform(int size) {
  Position position(size);
  const int squares = size * size;
  scatter(position, SquareSet::whole_board(size), between(squares / 10, squares / 2));
  return position;
}

Position RandomPositions::clustered(int size, int radius, int stones) {
  Position position(size);
  const int margin = std::min(radius, (size - 1) / 2);
  const Square center(between(margin, size - 1 - margin), between(margin, size - 1 - margin));
  scatter(position, around(center, radius, size), stones);
  return position;
}

// Rows of three of five squares, here and there one of two, and the attacker's stones around them.
Position RandomPositions::defender_fours(int size, Color defender) {
  Position position(size);
  constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (int row = between(2, 5); row > 0; --row) {
    const auto [dx, dy] = steps[below(4)];
    const int x = below(size);
    const int y = below(size);
    if (x + 4 * dx >= size || y + 4 * dy >= size || y + 4 * dy < 0) continue;
    int wanted = below(4) == 0 ? 2 : 3;
    for (int k = 0; k < 5 && wanted > 0; ++k) {
      const Square s(x + k * dx, y + k * dy);
      if (below(3) == 0 && 5 - k > wanted) continue;
      if (position.is_empty(s)) position.put(defender, s);
      --wanted;
    }
  }
  const int own = position.count(defender) + between(-2, 4);
  const Square center(between(2, size - 3), between(2, size - 3));
  const auto near = around(center, between(2, 5), size);
  for (int i = 0; i < own; ++i) {
    const auto free = near & position.empties();
    if (free.empty()) break;
    position.put(opponent(defender), pick(free));
  }
  return position;
}

// Each stone next to another; now and then somebody blocks or extends a row of three.
Position RandomPositions::near_play(int size, int stones) {
  Position position(size);
  position.put(Color::black, Square(size / 2 + between(-1, 1), size / 2 + between(-1, 1)));
  for (int i = 1; i < stones; ++i) {
    const Color c = i % 2 == 0 ? Color::black : Color::white;
    const Board board(position, RuleSet::freestyle);
    SquareSet wanted;
    for (Color of : {c, opponent(c)}) {
      for (int n : {4, 3})
        for (Square s : board.empties_of_lines(of, n))
          if (n == 4 || below(2) == 0) wanted.insert(s);
    }
    if (wanted.empty() || below(4) == 0) {
      for (Square s : position.occupied()) wanted |= around(s, between(1, 2), size);
      wanted &= position.empties();
    }
    if (wanted.empty()) break;
    const Square s = pick(wanted);
    Position after = position;
    after.put(c, s);
    if (!is_over(after, RuleSet::freestyle)) position = after;
  }
  return position;
}

RandomPosition RandomPositions::next() {
  for (;;) {
    const int size = between(7, 15);
    const auto rule = below(2) == 0 ? RuleSet::freestyle : RuleSet::standard;
    const auto attacker = below(2) == 0 ? Color::black : Color::white;
    RandomPosition made{"", rule, attacker, Position(size)};
    switch (below(4)) {
      case 0:
        made.kind = "uniform";
        made.position = uniform(size);
        break;
      case 1:
        made.kind = "clustered";
        made.position = clustered(size, between(2, 5), between(8, 40));
        break;
      case 2:
        made.kind = "defender fours";
        made.position = defender_fours(size, opponent(attacker));
        break;
      default:
        made.kind = "near play";
        made.position = near_play(size, between(6, size * size / 3));
        break;
    }
    made.position.set_to_move(attacker);
    if (!is_over(made.position, rule)) return made;
  }
}

RandomPosition RandomPositions::next_long() {
  for (;;) {
    const auto rule = below(2) == 0 ? RuleSet::freestyle : RuleSet::standard;
    const auto attacker = below(2) == 0 ? Color::black : Color::white;
    const bool play = below(2) == 0;
    RandomPosition made{play ? "long, near play" : "long, clustered", rule, attacker, Position(15)};
    made.position = play ? near_play(15, between(12, 50)) : clustered(15, between(3, 6), between(12, 40));
    made.position.set_to_move(attacker);
    if (is_over(made.position, rule)) continue;
    Board board(made.position, rule);
    if (!board.five_squares(attacker).empty() || !board.double_five_moves(attacker).empty()) continue;
    if (!board.five_squares(opponent(attacker)).empty()) continue;
    return made;
  }
}

}  // namespace fiveproof::oracle
