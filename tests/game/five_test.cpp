#include "game/five.hpp"

#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;
using fiveproof::test::position;
using fiveproof::test::square;
using fiveproof::test::squares;

namespace {

/// A second opinion, slow and obvious: every window of five squares in every direction, all own; where
/// "exactly" stands, the squares just before and just after must not be own.
bool obvious_five(const Position& p, RuleSet rule, Color c) {
  const int size = p.size();
  const auto own = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < size && y < size && p.stones(c).contains(Square(x, y));
  };
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y)
      for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) {
          if (dx == 0 && dy == 0) continue;
          bool all = true;
          for (int k = 0; k < 5; ++k) all = all && own(x + k * dx, y + k * dy);
          if (!all) continue;
          if (rule == RuleSet::freestyle) return true;
          if (!own(x - dx, y - dy) && !own(x + 5 * dx, y + 5 * dy)) return true;
        }
  return false;
}

/// Does the stone on `s` belong to a five of its own? Windows that hold `s`, counted as above.
bool obvious_makes_five(Position p, RuleSet rule, Color c, Square s) {
  p.take(s);
  p.put(c, s);
  const int size = p.size();
  const auto own = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < size && y < size && p.stones(c).contains(Square(x, y));
  };
  const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (const auto& d : steps)
    for (int back = 0; back < 5; ++back) {
      const int x = s.column() - back * d[0];
      const int y = s.row() - back * d[1];
      bool all = true;
      for (int k = 0; k < 5; ++k) all = all && own(x + k * d[0], y + k * d[1]);
      const bool exactly = !own(x - d[0], y - d[1]) && !own(x + 5 * d[0], y + 5 * d[1]);
      if (all && (exactly || rule == RuleSet::freestyle)) return true;
    }
  return false;
}

void compare_with_the_obvious(const Position& p) {
  for (RuleSet rule : {RuleSet::freestyle, RuleSet::standard})
    for (Color c : {Color::black, Color::white}) {
      CAPTURE(diagram(p), name_of(rule), name_of(c));
      if (has_five(p, rule, c) != obvious_five(p, rule, c)) FAIL("has_five differs");
      SquareSet expected;
      for (Square s : SquareSet::whole_board(p.size())) {
        const bool obvious = obvious_makes_five(p, rule, c, s);
        if (makes_five(p, rule, c, s) != obvious) FAIL("makes_five differs at " << to_text(s));
        if (obvious && p.is_empty(s)) expected.insert(s);
      }
      if (five_squares(p, rule, c) != expected) FAIL("five_squares differ");
    }
  SUCCEED();
}

}  // namespace

TEST_CASE("five in every direction is a five under every rule for both colours", "[game][five]") {
  const std::string line =
      GENERATE("f8 g8 h8 i8 j8", "h6 h7 h8 h9 h10", "f6 g7 h8 i9 j10", "f10 g9 h8 i7 j6", "a1 b1 c1 d1 e1",
               "a1 a2 a3 a4 a5", "o15 n15 m15 l15 k15", "o11 o12 o13 o14 o15", "a1 b2 c3 d4 e5",
               "a15 b14 c13 d12 e11", "o1 n2 m3 l4 k5", "k11 l12 m13 n14 o15");
  CAPTURE(line);
  for (RuleSet rule : {RuleSet::freestyle, RuleSet::standard}) {
    CHECK(has_five(position(line, ""), rule, Color::black));
    CHECK_FALSE(has_five(position(line, ""), rule, Color::white));
    CHECK(has_five(position("", line), rule, Color::white));
    CHECK_FALSE(has_five(position("", line), rule, Color::black));
    for (Square missing : squares(line)) {
      Position four = position(line, "");
      four.take(missing);
      CHECK_FALSE(has_five(four, rule, Color::black));
      CHECK(makes_five(four, rule, Color::black, missing));
      CHECK_FALSE(makes_five(four, rule, Color::white, missing));
      CHECK(five_squares(four, rule, Color::black).contains(missing));
    }
  }
}

TEST_CASE("an overline alone is a five in freestyle and none in standard", "[game][five]") {
  const std::string line = GENERATE("f8 g8 h8 i8 j8 k8", "a1 a2 a3 a4 a5 a6", "a1 b2 c3 d4 e5 f6 g7",
                                    "o1 n2 m3 l4 k5 j6", "a15 b15 c15 d15 e15 f15 g15 h15 i15");
  CAPTURE(line);
  for (Color c : {Color::black, Color::white}) {
    const Position p = c == Color::black ? position(line, "") : position("", line);
    CHECK(has_five(p, RuleSet::freestyle, c));
    CHECK_FALSE(has_five(p, RuleSet::standard, c));
  }
}

TEST_CASE("where the colours differ, each has the five of its own", "[game][five]") {
  const std::string line = GENERATE("f8 g8 h8 i8 j8 k8", "a1 a2 a3 a4 a5 a6", "a1 b2 c3 d4 e5 f6 g7");
  CAPTURE(line);
  const Position black = position(line, ""), white = position("", line);
  CHECK_FALSE(has_five(black, RuleSet::renju, Color::black));
  CHECK(has_five(white, RuleSet::renju, Color::white));
  const auto without = [](Position p, Square s) {
    p.take(s);
    return p;
  };
  const Square third = squares(line)[2];
  CHECK_FALSE(five_squares(without(black, third), RuleSet::renju, Color::black).contains(third));
  CHECK(five_squares(without(white, third), RuleSet::renju, Color::white).contains(third));
  CHECK_FALSE(makes_five(without(black, third), RuleSet::renju, Color::black, third));
  CHECK(makes_five(without(white, third), RuleSet::renju, Color::white, third));
  CHECK(has_five(position("f8 g8 h8 i8 j8", ""), RuleSet::renju, Color::black));
}

TEST_CASE("a stone that makes a five and an overline at once makes a five", "[game][five]") {
  // h8 completes six in its row and five in its column.
  const Position p = position("e8 f8 g8 i8 j8 h4 h5 h6 h7", "");
  CHECK(makes_five(p, RuleSet::standard, Color::black, square("h8")));
  Position after = p;
  after.put(Color::black, square("h8"));
  CHECK(has_five(after, RuleSet::standard, Color::black));
  // Without the column there is only the overline.
  const Position row = position("e8 f8 g8 i8 j8", "");
  CHECK_FALSE(makes_five(row, RuleSet::standard, Color::black, square("h8")));
  CHECK(makes_five(row, RuleSet::freestyle, Color::black, square("h8")));
}

TEST_CASE("a line does not go on around the edge of the board", "[game][five]") {
  for (int size : {5, 14, 15, 19, 20}) {
    CAPTURE(size);
    for (RuleSet rule : {RuleSet::freestyle, RuleSet::standard}) {
      // The top of column a and the bottom of column b are neighbours in square order only.
      Position p(size);
      for (int y = size - 3; y < size; ++y) p.put(Color::black, Square(0, y));
      for (int y = 0; y < 2; ++y) p.put(Color::black, Square(1, y));
      CHECK_FALSE(has_five(p, rule, Color::black));
      Position five(size);
      for (int y = size - 5; y < size; ++y) five.put(Color::white, Square(size - 1, y));
      CHECK(has_five(five, rule, Color::white));
    }
  }
}

TEST_CASE("a stone of the other colour beside a five changes nothing", "[game][five]") {
  CHECK(has_five(position("f8 g8 h8 i8 j8", "e8 k8"), RuleSet::standard, Color::black));
  CHECK_FALSE(has_five(position("f8 g8 i8 j8", "h8"), RuleSet::freestyle, Color::black));
  // makes_five takes the square as holding the stone, whatever stands there.
  CHECK(makes_five(position("f8 g8 i8 j8", "h8"), RuleSet::freestyle, Color::black, square("h8")));
}

TEST_CASE("fives agree with a slow enumerator on random positions", "[game][five]") {
  std::mt19937 random(4);
  for (int size = min_board_size; size <= max_board_size; ++size)
    for (int percent : {20, 60, 85, 100})
      for (int round = 0; round < 4; ++round)
        compare_with_the_obvious(test::random_position(size, percent, random));
}

TEST_CASE("fives agree with a slow enumerator on every pattern of one row", "[game][five]") {
  // All 2^9 rows of nine squares: every run length, gap and edge.
  for (unsigned bits = 0; bits < (1U << 9); ++bits) {
    Position p(9);
    for (int x = 0; x < 9; ++x)
      if ((bits >> x) & 1U) p.put(Color::black, Square(x, 0));
    compare_with_the_obvious(p);
  }
}

TEST_CASE("a 15x15 board has 572 lines of five", "[game][five]") {
  int lines = 0;
  for (Square s : SquareSet::whole_board(15))
    for (const auto& d : {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 1}, std::pair{1, -1}}) {
      const int x = s.column() + 4 * d.first;
      const int y = s.row() + 4 * d.second;
      if (x < 0 || y < 0 || x >= 15 || y >= 15) continue;
      Position p(15);
      for (int k = 0; k < 5; ++k)
        p.put(Color::black, Square(s.column() + k * d.first, s.row() + k * d.second));
      lines += has_five(p, RuleSet::standard, Color::black) ? 1 : 0;
    }
  CHECK(lines == 572);
}
