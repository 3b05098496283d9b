#include "game/forbidden.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "game/notation.hpp"
#include "tests/game/forbidden_comparison.hpp"
#include "tests/game/literal_forbidden.hpp"
#include "tests/game/positions.hpp"
#include "tests/position_list.hpp"
#include "tests/rounds.hpp"
#include "tests/shared_data.hpp"

using namespace fiveproof;
using fiveproof::test::ForbiddenComparison;
using fiveproof::test::listed_positions;
using fiveproof::test::ListedPosition;
using fiveproof::test::LiteralForbidden;
using fiveproof::test::position;
using fiveproof::test::position_with_threes;
using fiveproof::test::rounds;
using fiveproof::test::square;
using fiveproof::test::squares;

namespace {

constexpr int all_points = Square::count;

/// All three methods say the same of every empty square.
void compare_with_the_literal(const Position& p) {
  std::ostringstream log;
  std::mt19937_64 random(1);
  ForbiddenComparison comparison(log);
  if (!comparison.agree_on(p, random, all_points)) FAIL(log.str());
}

}  // namespace

TEST_CASE("each kind of forbidden point, and what is like it and allowed", "[game][forbidden]") {
  struct Case {
    const char *name, *black, *white, *point;
    Forbidden kind;
  };
  const Case c = GENERATE(values<Case>({
      {"six in a row", "c8 d8 e8 g8 h8", "", "f8", Forbidden::overline},
      {"five in a row", "c8 d8 e8 g8", "", "f8", Forbidden::no},
      {"a five and an overline at once", "c8 d8 e8 g8 h8 f9 f10 f11 f12", "", "f8", Forbidden::no},
      {"a five and two fours", "c8 d8 e8 g8 f9 f10 f11 g9 h10 i11", "", "f8", Forbidden::no},
      {"two fours crossing", "e8 f8 g8 h5 h6 h7", "", "h8", Forbidden::double_four},
      {"two fours, both closed", "e8 f8 g8 h5 h6 h7", "d8 h4", "h8", Forbidden::double_four},
      {"X_XgX_X", "e8 g8 i8 k8", "", "h8", Forbidden::double_four},
      {"XX_.X_XX", "c8 d8 g8 i8 j8", "", "f8", Forbidden::double_four},
      {"XXX_._XXX", "b8 c8 d8 h8 i8 j8", "", "f8", Forbidden::double_four},
      {"a straight four is one four", "e8 f8 g8", "", "h8", Forbidden::no},
      {"two threes crossing", "g8 h8 i9 i10", "", "i8", Forbidden::double_three},
      {"two threes, one with a gap", "f8 h8 i9 i10", "", "i8", Forbidden::double_three},
      {"two threes, one closed", "g8 h8 i9 i10", "f8", "i8", Forbidden::no},
      {"two threes, one too near the edge", "a8 a9 b10 c10", "", "a10", Forbidden::no},
      {"a four and a three", "f8 g8 h8 i9 i10", "e8", "i8", Forbidden::no},
      {"two threes, the next stone of one makes a five", "f9 g9 h10 h11 i5 i6 i7 i8", "d9 i4", "h9",
       Forbidden::no},
      // Next stones are g7, i9 and k7, where f7, the first one, makes j7 a six and so no four.
      {"two threes, and the point itself counts five squares away", "h7 i7 h8 j10 l6 j8 k9 l9 g6 g5 e8", "",
       "f7", Forbidden::double_three},
  }));
  Position p = position(c.black, c.white);
  CAPTURE(c.name, diagram(p));
  CHECK(name_of(LiteralForbidden(p).kind_of(square(c.point))) == name_of(c.kind));
  CHECK(name_of(forbidden_on(p, square(c.point))) == name_of(c.kind));
  compare_with_the_literal(p);
}

TEST_CASE("the fast method says what the literal one says", "[game][forbidden][random]") {
  std::mt19937_64 random(GENERATE(1, 2, 3));
  std::ostringstream log;
  ForbiddenComparison comparison(log);
  for (std::size_t i = 0; i < rounds(150); ++i)
    if (!comparison.agree_on(position_with_threes(random), random, all_points)) FAIL(log.str());
  // The comparison is worth something only if there is much to compare.
  for (Forbidden kind : {Forbidden::overline, Forbidden::double_four, Forbidden::double_three})
    CHECK(comparison.by_kind[static_cast<std::size_t>(kind)] > rounds(15) / 3);
  CHECK(comparison.fewer_threes > rounds(15) / 3);
  CHECK(comparison.deepest >= 3);
}

TEST_CASE("where a stone is said to make nothing at a glance, it makes nothing", "[game][forbidden]") {
  int nothing = 0;
  for (std::size_t key = 0; key < row_keys; ++key) {
    Neighbourhood n{1u << Neighbourhood::center, 0};  // what is in the middle does not count
    for (int place = 0; const Cell cell : row_of(key)) {
      const std::uint32_t bit = 1u << (Neighbourhood::center - row_radius + place++);
      if (cell == Cell::own) n.own |= bit;
      if (cell == Cell::blocked) n.blocked |= bit;
    }
    if (!BlackForm::is_nothing(n)) continue;
    ++nothing;
    if (!BlackForm::of(n).is_nothing()) FAIL("key " << key);
  }
  CHECK(nothing == 1024 + 10 * 512);  // no stone beside it, or one
}

TEST_CASE("a report tells the lines of a point and why a three does not count", "[game][forbidden]") {
  // The row d9 e9 g9 becomes a straight four on f9 only, which would be a double three.
  const Position p = position("c11 d6 d9 e9 f6 f8 g10 h11", "");
  const ForbiddenReport report = report_on(p, square("g9"));
  CHECK(report.kind == Forbidden::no);
  std::size_t looks_like_three = 0, threes = 0, refused = 0;
  for (const auto& line : report.lines) {
    CHECK(line.stones.contains(square("g9")));
    CHECK((line.is_five || line.is_overline || line.fours > 0 || !line.straight_fours.empty()));
    looks_like_three += !line.straight_fours.empty();
    threes += line.is_three();
    for (const auto& four : line.straight_fours) refused += !four.counts();
  }
  CHECK(looks_like_three >= 2);
  CHECK(threes < 2);
  CHECK(refused >= 1);
}

TEST_CASE("a report tells that the next stone of a three makes a five", "[game][forbidden]") {
  std::vector<Square> fives;
  for (const auto& line : report_on(position("f9 g9 h10 h11 i5 i6 i7 i8", "d9 i4"), square("h9")).lines)
    for (const auto& four : line.straight_fours)
      if (four.makes_five) fives.push_back(four.square);
  CHECK(fives == std::vector<Square>{square("i9")});
}

TEST_CASE("the forbidden points of published positions", "[game][forbidden][data]") {
  const std::string name =
      GENERATE("forbidden_disputed.txt", "forbidden_quintet.txt", "forbidden_mintaka.txt",
               "forbidden_alphagomoku.txt", "forbidden_realcore.txt");
  const auto path = test::shared_data("positions/" + name);
  if (!path) return;
  for (const ListedPosition& listed : listed_positions(*path)) {
    CAPTURE(listed.id, diagram(listed.position));
    const SquareSet found = forbidden_points(listed.position);
    const SquareSet expected = listed.squares("forbid");
    CHECK(to_text(expected - found) == "");
    CHECK(to_text(found & listed.squares("notforbid")) == "");
    if (listed.answers.count("complete") != 0) CHECK(to_text(found) == to_text(expected));
    CHECK(found == LiteralForbidden(listed.position).points());
  }
}
