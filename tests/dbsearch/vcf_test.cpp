#include "dbsearch/vcf.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "dbsearch/exact_search.hpp"
#include "dbsearch/reply_search.hpp"
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
  // White's four on g8 has to be answered on h8, where Black would make a row of seven: free-style a win for him.
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
  // g9 makes a straight four and a three. White's f7 would make it a three on another line, too, as it allows f9.
  const Position p = position("c11 d6 d9 e9 f6 f8 f10 g10 h8 h11 i7", "k9");
  const std::vector<Square> g9{square("g9")};
  Vcf vcf(RuleSet::renju, 15);
  vcf.set_position(p, Color::black);
  REQUIRE(vcf.replay(g9));
  CHECK(vcf.squares_read(g9).contains(square("f7")));
  vcf.put(Color::white, square("f7"));
  CHECK_FALSE(vcf.replay(g9));
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
  // Three stones in an open row on two lines that cross at an allowed point: a three for White, a win for both.
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

TEST_CASE("a reply is answered without another look only where the line after a pass does not read it",
          "[dbsearch][exact]") {
  ReplySearch replies(RuleSet::renju, 15, 500);
  Position three = position("g8 h8 i8", "g2 i4 m6");
  three.set_to_move(Color::white);
  replies.set_and_position(three, Color::black);
  CHECK(replies.answer(square("a1")).how == ReplyAnswer::How::replayed);
  for (const char* parry : {"f8", "j8"}) CHECK_FALSE(replies.answer(square(parry)).is_lost());
  // Where nothing wins after a pass, nothing is answered so.
  Position quiet = position("c3 d3 m13 l13", "a15");
  quiet.set_to_move(Color::white);
  replies.set_and_position(quiet, Color::black);
  CHECK_FALSE(replies.answer(square("a1")).is_lost());
}

TEST_CASE("what wins by threes after a pass answers the replies that do not hold against it",
          "[dbsearch][exact]") {
  ReplySearch replies(RuleSet::renju, 15, 500);
  Position twos = position("", "g8 h8 i9 i10");
  twos.set_to_move(Color::black);
  replies.set_and_position(twos, Color::white);
  CHECK(replies.answer(square("a1")).how == ReplyAnswer::How::replayed);
}

TEST_CASE("where nothing wins after a pass, a reply that allows a forbidden point is lost to fours",
          "[dbsearch][exact]") {
  // On h8 Black makes a four and two threes, which is forbidden; White's open three holds against threes. If White
  // closes one of the two, h8 is a four and a three.
  ReplySearch replies(RuleSet::renju, 15, 500);
  Position p = position("e8 f8 g8 h9 h10 i9 j10", "d8 c2 d2 e2");
  p.set_to_move(Color::white);
  replies.set_and_position(p, Color::black);
  CHECK_FALSE(replies.answer(square("a15")).is_lost());
  CHECK(replies.answer(square("h11")).how == ReplyAnswer::How::searched);
}

TEST_CASE("a reply may be lost where a limit ended the search after a pass", "[dbsearch][exact]") {
  const auto cut_short = [](std::uint32_t effort) {
    ReplySearch replies(RuleSet::renju, 15, effort);
    Position quiet = position("c3 d3 m13 l13", "a15");
    quiet.set_to_move(Color::white);
    replies.set_and_position(quiet, Color::black);
    const ReplyAnswer answer = replies.answer(square("a1"));
    CHECK_FALSE(answer.is_lost());
    return answer.cut_short;
  };
  CHECK(cut_short(1));
  CHECK_FALSE(cut_short(1000));
}

TEST_CASE("a reply on a square that is forbidden to the attacker counts", "[dbsearch][exact]") {
  // White's only defence is on a point on which Black could not play.
  ExactSearch search(RuleSet::renju, 9, 200);
  search.set_position(position("b2 d3 d7 e2 f5 g7 h2 h9", "a9 e3 g8", 9), Color::black);
  CHECK_FALSE(search.wins_with(squares("c2 d2 f2")));
  search.set_position(position("c5 c7 d2 e6 e8 f6", "b1", 9), Color::black);
  CHECK_FALSE(search.wins_with(squares("c6 c8 f8 f5 d7 b5 e5 e7")));
}
