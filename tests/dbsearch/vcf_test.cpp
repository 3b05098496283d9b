#include "dbsearch/vcf.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <random>

#include "dbsearch/exact_search.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "tests/dbsearch/literal_vcf.hpp"
#include "tests/game/positions.hpp"
#include "tests/position_list.hpp"
#include "tests/shared_data.hpp"

using namespace fiveproof;
using namespace fiveproof::dbsearch;
using fiveproof::test::listed_positions;
using fiveproof::test::ListedPosition;
using fiveproof::test::position;
using fiveproof::test::square;
using fiveproof::test::squares;

namespace {

VcfResult fours_of(const Position& p, RuleSet rule, Color attacker) {
  Vcf vcf(rule, p.size());
  vcf.set_position(p, attacker);
  VcfResult found = vcf.search(10'000);
  CHECK(found.win == vcf.replay(found.fours));
  return found;
}

}  // namespace

TEST_CASE("a line of fours by rule set and colour", "[dbsearch][vcf]") {
  struct Case {
    const char *name, *black, *white;
    Color attacker;
    bool freestyle, standard, renju;
  };
  const Case c = GENERATE(values<Case>({
      {"a five", "e8 f8 g8 h8", "", Color::black, true, true, true},
      {"an overline", "c8 d8 e8 g8 h8", "", Color::black, true, false, false},
      {"an overline of White", "", "c8 d8 e8 g8 h8", Color::white, true, false, true},
      {"a row of seven of White", "b8 j8", "c8 d8 e8 g8 h8 i8", Color::white, true, false, true},
      {"a straight four", "f8 g8 h8", "", Color::black, true, true, true},
      {"a three that is closed", "f8 g8 h8", "e8", Color::black, false, false, false},
      {"two fours are forbidden to Black", "e8 f8 g8 h5 h6 h7", "d8 h4", Color::black, true, true, false},
      {"and allowed to White", "d8 h4", "e8 f8 g8 h5 h6 h7", Color::white, true, true, true},
      {"a four whose answer is an overline", "i5 i6 i7 i9 i10", "d8 e8 f8 g8", Color::white, true, true,
       true},
      {"the defender's five comes first", "f8 g8 h8", "a1 a2 a3 a4", Color::black, false, false, false},
  }));
  const Position p = position(c.black, c.white);
  CAPTURE(c.name, diagram(p));
  CHECK(fours_of(p, RuleSet::freestyle, c.attacker).win == c.freestyle);
  CHECK(fours_of(p, RuleSet::standard, c.attacker).win == c.standard);
  CHECK(fours_of(p, RuleSet::renju, c.attacker).win == c.renju);
}

TEST_CASE("a four wins whose only answer is forbidden", "[dbsearch][vcf]") {
  // White's four on g8 has to be answered on h8, where Black would make a row of seven: free-style a win for
  // him.
  const Position closed = position("c8 h5 h6 h7 h9 h10 h11", "d8 e8 f8");
  CHECK_FALSE(fours_of(closed, RuleSet::freestyle, Color::white).win);
  const VcfResult won = fours_of(closed, RuleSet::renju, Color::white);
  CHECK(won.win);
  CHECK(won.fours == std::vector<Square>{square("g8")});
}

TEST_CASE("a line of fours is found where there is one, and nowhere else", "[dbsearch][vcf][random]") {
  std::mt19937 random(8);
  int wins = 0, long_wins = 0, all = 0;
  for (int i = 0; i < 400; ++i) {
    const int size = 7 + i % 4;
    const Position p = test::random_position(size, size * size * (30 + i % 5 * 6) / 100, random);
    for (RuleSet rule : all_rule_sets) {
      if (has_five(p, rule, Color::black) || has_five(p, rule, Color::white) || is_dead(p, rule)) continue;
      for (Color attacker : {Color::black, Color::white}) {
        const VcfResult found = fours_of(p, rule, attacker);
        REQUIRE_FALSE(found.cut_short);
        if (found.win != test::LiteralVcf(p, rule, attacker).wins())
          FAIL(name_of(rule) << ' ' << name_of(attacker) << " attacks\n" << diagram(p));
        ++all;
        wins += found.win;
        long_wins += found.win && found.fours.size() > 3;
      }
    }
  }
  CAPTURE(all, wins, long_wins);
  CHECK(wins > all / 10);
  CHECK(wins < all * 9 / 10);
  CHECK(long_wins > 20);
}

TEST_CASE("a line of fours is refused where a step breaks a rule", "[dbsearch][vcf]") {
  const auto wins = [](const Position& p, Color attacker, const std::vector<Square>& fours) {
    Vcf vcf(RuleSet::renju, p.size());
    vcf.set_position(p, attacker);
    return vcf.replay(fours);
  };
  const std::vector<Square> h8{square("h8")}, i8{square("i8")};
  // Two fours, which Black may not make; White may.
  CHECK_FALSE(wins(position("e8 f8 g8 h5 h6 h7", "d8 h4"), Color::black, h8));
  CHECK(wins(position("d8 h4", "e8 f8 g8 h5 h6 h7"), Color::white, h8));
  // A straight four while White has a four that is not parried, and one that parries one of two.
  CHECK(wins(position("f8 g8 h8", "a1 a2 a3"), Color::black, i8));
  CHECK_FALSE(wins(position("f8 g8 h8", "a1 a2 a3 a4"), Color::black, i8));
  CHECK_FALSE(wins(position("f8 g8 h8", "i4 i5 i6 i7"), Color::black, i8));
  CHECK(wins(position("f8 g8 h8 i3", "i4 i5 i6 i7"), Color::black, i8));
  // A four that can be answered is no end.
  CHECK_FALSE(wins(position("f8 g8 h8", "e8"), Color::black, i8));
}

TEST_CASE("a square that a line of fours does not read does not spoil it", "[dbsearch][vcf][random]") {
  std::mt19937 random(5);
  std::size_t wins = 0, outside = 0;
  for (int i = 0; i < 300; ++i) {
    const Position p = test::random_position(9, 35, random);
    for (RuleSet rule : all_rule_sets)
      for (Color attacker : {Color::black, Color::white}) {
        Vcf vcf(rule, 9);
        vcf.set_position(p, attacker);
        const VcfResult found = vcf.search(2'000);
        if (!found.win) continue;
        ++wins;
        for (Square s : p.empties() - vcf.squares_read(found.fours)) {
          ++outside;
          vcf.put(opponent(attacker), s);
          if (!vcf.replay(found.fours)) FAIL(diagram(p) << to_text(found.fours) << " but for " << to_text(s));
          vcf.undo();
        }
      }
  }
  CHECK(wins > 50);
  CHECK(outside > 500);
}

TEST_CASE("what could make a four of Black forbidden is read", "[dbsearch][vcf]") {
  // g9 makes a straight four and a three. White's f7 would make it a three on another line, too, as it allows
  // f9.
  const Position p = position("c11 d6 d9 e9 f6 f8 f10 g10 h8 h11 i7", "k9");
  const std::vector<Square> g9{square("g9")};
  Vcf vcf(RuleSet::renju, 15);
  vcf.set_position(p, Color::black);
  REQUIRE(vcf.replay(g9));
  CHECK(vcf.squares_read(g9).contains(square("f7")));
  vcf.put(Color::white, square("f7"));
  CHECK_FALSE(vcf.replay(g9));
}

namespace {

/// A board on which every window of five, in every direction, has three stones of one side, so many that no
/// field notes them all; `kept` is left free.
Position crowd(Color c, const SquareSet& kept) {
  Position p(20);
  for (int row = 0; row < 20; ++row)
    for (int column = 0; column < 20; ++column)
      if ((column + 2 * row) % 5 < 3 && !kept.contains(Square(column, row))) p.put(c, Square(column, row));
  return p;
}

}  // namespace

TEST_CASE("against more windows of the defender than are noted no line of fours wins", "[dbsearch][vcf]") {
  SquareSet kept;
  for (int row = 8; row <= 10; ++row)
    for (int column = 2; column < 18; ++column) kept.insert(Square(column, row));
  Position p = crowd(Color::white, kept);
  for (int column : {8, 9, 10}) p.put(Color::black, Square(column, 9));
  Vcf vcf(RuleSet::freestyle, 20);
  Position alone(20);
  for (Square s : p.stones(Color::black)) alone.put(Color::black, s);
  vcf.set_position(alone, Color::black);
  const VcfResult found = vcf.search(1'000);
  REQUIRE(found.win);
  CHECK(vcf.replay(found.fours));
  vcf.set_position(p, Color::black);
  CHECK_FALSE(vcf.replay(found.fours));
  CHECK_FALSE(vcf.search(1'000).win);
  CHECK(vcf.search(1'000).cut_short);
}

TEST_CASE("where windows of the defender are no longer noted while a line of fours is read, all is read",
          "[dbsearch][vcf]") {
  // Black's four on row 10 is answered on m10, which is White's third stone of the window up to q10.
  const std::vector<Square> fours = squares("l10 l13");
  Vcf vcf(RuleSet::freestyle, 20);
  vcf.set_position(position("i10 j10 k10 l11 l12", "h10 n10 o10", 20), Color::black);
  REQUIRE(vcf.replay(fours));
  CHECK(vcf.squares_read(fours).contains(square("q10")));
  // White gets stones far away, as long as all windows of three are noted, so that there is room for no other
  // one.
  const SquareSet middle = [] {
    SquareSet rows;
    for (int row = 5; row < 14; ++row)
      for (int column = 0; column < 20; ++column) rows.insert(Square(column, row));
    return rows;
  }();
  const SquareSet whole = SquareSet::whole_board(20);
  int stones = 0;
  bool is_all_read = false;
  for (Square s : whole - middle) {
    vcf.put(Color::white, s);
    if (!vcf.replay(fours)) {  // it is a four, or one window too many
      vcf.undo();
      continue;
    }
    ++stones;
    const SquareSet read = vcf.squares_read(fours);
    REQUIRE(read.contains(square("q10")));
    is_all_read = read == whole;
  }
  CHECK(stones > 50);
  CHECK(is_all_read);
}

TEST_CASE("where fours of the attacker are not noted a search that finds nothing is cut short",
          "[dbsearch][vcf]") {
  // More threes than are noted, and a four of White's far away from them that has to be answered first.
  SquareSet kept;
  for (int row = 5; row < 14; ++row)
    for (int column = 0; column < 20; ++column) kept.insert(Square(column, row));
  Position p = crowd(Color::black, kept);
  for (int column = 4; column < 8; ++column) p.put(Color::white, Square(column, 9));
  p.put(Color::black, Square(3, 9));
  REQUIRE_FALSE(has_five(p, RuleSet::freestyle, Color::black));
  Vcf vcf(RuleSet::freestyle, 20);
  vcf.set_position(p, Color::black);
  const VcfResult found = vcf.search(1'000);
  CHECK_FALSE(found.win);
  CHECK(found.cut_short);
}

TEST_CASE("windows that are blocked take no room: a board that is full, or nearly so, is searched to its end",
          "[dbsearch][vcf]") {
  for (const int holes : {0, 1}) {
    Position p = crowd(Color::black, {});
    for (Square s : p.empties())
      if (holes == 0 || s != Square(3, 0)) p.put(Color::white, s);
    for (const Color attacker : {Color::black, Color::white}) {
      CAPTURE(holes, name_of(attacker));
      REQUIRE_FALSE(has_five(p, RuleSet::freestyle, attacker));
      Vcf vcf(RuleSet::freestyle, 20);
      vcf.set_position(p, attacker);
      const VcfResult found = vcf.search(1'000);
      CHECK(found.win == (holes == 1 && makes_five(p, RuleSet::freestyle, attacker, Square(3, 0))));
      CHECK_FALSE(found.cut_short);
      ExactSearch exact(RuleSet::freestyle, 20, 1'000);
      exact.set_position(p, attacker);
      CHECK_FALSE(exact.search().cut_short);
    }
  }
}

TEST_CASE("a search within a limit keeps to it, says so, and spoils no later one",
          "[dbsearch][vcf][random]") {
  std::mt19937 random(21);
  std::size_t cut = 0, won_later = 0;
  for (int i = 0; i < 300; ++i) {
    const int size = 8 + i % 4;
    const Position p = test::random_position(size, size * size * (30 + i % 5 * 6) / 100, random);
    for (RuleSet rule : all_rule_sets)
      for (Color attacker : {Color::black, Color::white}) {
        Vcf vcf(rule, size);
        vcf.set_position(p, attacker);
        const VcfResult whole = vcf.search(10'000);
        for (std::uint32_t limit = 0; limit < std::min(whole.nodes, 12u); ++limit) {
          vcf.set_position(p, attacker);
          const VcfResult little = vcf.search(limit);
          CAPTURE(name_of(rule), name_of(attacker), limit, diagram(p));
          REQUIRE(little.nodes <= limit);
          REQUIRE((little.win || little.cut_short));
          REQUIRE((whole.win || !little.win));
          ++cut;
          // The same once more, on the board as it is.
          const VcfResult again = vcf.search(10'000);
          REQUIRE(again.win == whole.win);
          REQUIRE_FALSE(again.cut_short);
          won_later += again.win;
        }
      }
  }
  CHECK(cut > 1'000);
  CHECK(won_later > 100);
}

TEST_CASE("what failed for one colour is searched for the other", "[dbsearch][vcf]") {
  const Position p = position("e8 f8 g8 h5 h6 h7", "d8 h4"), q = position("d8 h4", "e8 f8 g8 h5 h6 h7");
  Vcf vcf(RuleSet::renju, 15);
  vcf.set_position(p, Color::black);
  CHECK_FALSE(vcf.search(1'000).win);
  vcf.set_position(q, Color::white);
  CHECK(vcf.search(1'000).win);
}

TEST_CASE("telling a line of fours leaves the board as it was", "[dbsearch][vcf]") {
  const Position p = position("e8 f8 g8 i5 i6 i7 a1", "d8 i4 a2 b5");
  Vcf vcf(RuleSet::freestyle, 15);
  vcf.set_position(p, Color::black);
  const VcfResult found = vcf.search(1'000);
  REQUIRE(found.win);
  const ThreatSequence threats = vcf.threats_of(found.fours);
  CHECK(vcf.threats_of(found.fours) == threats);
  CHECK(vcf.replay(found.fours));
  for (Square s : p.empties()) CHECK(vcf.is_legal(Color::white, s));
}

TEST_CASE("published positions with a win by fours under renju", "[dbsearch][vcf][data]") {
  const auto path = test::shared_data("positions/renju_puzzles_vcf.txt");
  if (!path) return;
  std::size_t wins = 0, all = 0;
  Vcf vcf(RuleSet::renju, 15);
  for (const ListedPosition& listed : listed_positions(*path)) {
    vcf.set_position(listed.position, listed.position.to_move());
    ++all;
    const VcfResult found = vcf.search(20'000);
    wins += found.win;
    CHECK(found.win == vcf.replay(found.fours));
  }
  CHECK(all == 900);
  CHECK(wins == 900);
}

TEST_CASE("threes are played out against single replies", "[dbsearch][exact]") {
  // Three stones in an open row on two lines that cross at an allowed point: a three for White, a win for
  // both.
  ExactSearch search(RuleSet::renju, 15, 500);
  const Position p = position("", "g8 h8 i9 i10");
  search.set_position(p, Color::white);
  const ExactResult found = search.search();
  CHECK(found.win);
  CHECK(search.wins_with(found.moves()));
  // The same stones are a double three of Black's, which is forbidden.
  const Position q = position("g8 h8 i9 i10", "");
  search.set_position(q, Color::black);
  const ExactResult black = search.search();
  if (black.win) CHECK(black.moves().front() != square("i8"));
}

TEST_CASE("an exact search tells when a limit of its own may have cost the win",
          "[dbsearch][exact][random]") {
  std::mt19937 random(31);
  std::size_t by_fours = 0, by_threes = 0;
  for (int i = 0; i < 150; ++i) {
    const Position p = test::random_position(10, 14, random);
    for (Color attacker : {Color::black, Color::white}) {
      if (has_five(p, RuleSet::renju, Color::black) || has_five(p, RuleSet::renju, Color::white)) continue;
      ExactSearch search(RuleSet::renju, 10, 300);
      search.set_position(p, attacker);
      const ExactResult whole = search.search();
      if (!whole.win) continue;
      CAPTURE(name_of(attacker), diagram(p));
      if (whole.by_fours) {
        ExactSearch little(RuleSet::renju, 10, 1);
        little.set_position(p, attacker);
        const ExactResult found = little.search();
        REQUIRE((found.win || found.cut_short));
        by_fours += !found.win;
      } else {
        ExactSearch few(RuleSet::renju, 10, 300,
                        {.positions = 1});  // one position is played out, and no more
        few.set_position(p, attacker);
        const ExactResult found = few.search();
        REQUIRE((found.win || found.cut_short));
        by_threes += !found.win;
      }
    }
  }
  CHECK(by_fours > 0);
  CHECK(by_threes > 0);
}

TEST_CASE("what is allowed in its order may come first, and every win plays out",
          "[dbsearch][exact][random]") {
  std::mt19937 random(34);
  std::size_t both = 0, first = 0, last = 0;
  for (int i = 0; i < 800; ++i) {
    const Position p = test::random_position(10, 16, random);
    if (has_five(p, RuleSet::renju, Color::black) || has_five(p, RuleSet::renju, Color::white)) continue;
    // Few positions, so that it matters which proposals they are spent on.
    const auto search = [&](bool allowed_first) {
      ExactSearch exact(RuleSet::renju, 10, 300, {.positions = 20, .allowed_first = allowed_first});
      exact.set_position(p, Color::black);
      const ExactResult found = exact.search();
      REQUIRE_FALSE((found.win && found.cut_short));
      CAPTURE(diagram(p), allowed_first);
      if (found.win && !found.by_fours) REQUIRE(exact.play_out(found.moves()));
      return found;
    };
    const ExactResult as_they_come = search(false), sorted = search(true);
    if (as_they_come.win != sorted.win) REQUIRE((as_they_come.cut_short || sorted.cut_short));
    both += as_they_come.win && sorted.win && !sorted.by_fours;
    first += sorted.win && !as_they_come.win;
    last += as_they_come.win && !sorted.win;
  }
  CHECK(both > 20);
  CHECK(first > 0);
  CHECK(first > last);
}

TEST_CASE("only where the line after a pass does not do there is a branch, which says what does",
          "[dbsearch][exact][random]") {
  std::mt19937 random(32);
  std::size_t branches = 0;
  const std::function<void(const PlayedSteps&)> look_at = [&](const PlayedSteps& steps) {
    for (const PlayedStep& step : steps)
      for (const PlayedBranch& branch : step.branches) {
        ++branches;
        REQUIRE_FALSE(branch.steps.empty());
        look_at(branch.steps);
      }
  };
  for (int i = 0; i < 300; ++i) {
    ExactSearch search(RuleSet::renju, 10, 300);
    search.set_position(test::random_position(10, 16, random), Color::white);
    const ExactResult found = search.search();
    if (!found.win || found.by_fours) continue;
    if (const auto steps = search.play_out(found.moves())) look_at(*steps);
  }
  CHECK(branches > 50);
}

TEST_CASE("another beginning is tried first, and takes nothing from what is tried then",
          "[dbsearch][exact][random]") {
  std::mt19937 random(33);
  std::size_t beginnings = 0, wins = 0;
  for (int i = 0; i < 1500; ++i) {
    ExactSearch search(RuleSet::renju, 10, 300);
    search.set_position(test::random_position(10, 18, random), Color::white);
    const ExactResult found = search.search();
    if (!found.win || found.by_fours || !search.play_out(found.moves())) continue;
    for (Square move : found.moves()) {
      ++beginnings;
      wins += search.play_out(found.moves(), {{move}}).has_value();
    }
  }
  CHECK(beginnings > 500);
  // Replies that held before are tried first, which can take more positions, or fewer.
  CHECK(wins * 100 > beginnings * 99);
}

TEST_CASE("that the search for fours was cut short is told, though that for threats was not",
          "[dbsearch][exact]") {
  // Closed threes, far apart: so many positions with some of the fours played, and few threats.
  const Position p = position("a1 b1 c1 t1 s1 r1 a7 b7 c7 t7 s7 r7 a13 b13 c13 t13 s13 r13", "", 20);
  const auto cut_short = [&](std::uint32_t effort) {
    ExactSearch search(RuleSet::renju, 20, effort);
    search.set_position(p, Color::black);
    const ExactResult found = search.search();
    CHECK_FALSE(found.win);
    return found.cut_short;
  };
  CHECK(cut_short(300));
  CHECK_FALSE(cut_short(3000));
}

TEST_CASE("a reply on a square that is forbidden to the attacker counts", "[dbsearch][exact]") {
  // White's only defence is on a point on which Black could not play.
  ExactSearch search(RuleSet::renju, 9, 200);
  search.set_position(position("b2 d3 d7 e2 f5 g7 h2 h9", "a9 e3 g8", 9), Color::black);
  CHECK_FALSE(search.wins_with(squares("c2 d2 f2")));
  search.set_position(position("c5 c7 d2 e6 e8 f6", "b1", 9), Color::black);
  CHECK_FALSE(search.wins_with(squares("c6 c8 f8 f5 d7 b5 e5 e7")));
}
