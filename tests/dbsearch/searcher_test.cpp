#include "dbsearch/searcher.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "game/five.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;
using namespace fiveproof::dbsearch;
using fiveproof::test::position;

namespace {

SearchResult search(const Position& p, const SearchOptions& options = {}, RuleSet rule = RuleSet::freestyle,
                    Color attacker = Color::black) {
  Searcher searcher(rule, p.size());
  searcher.set_position(p, attacker);
  return searcher.search(options);
}

Position random_position(std::mt19937& random, int size, int stones) {
  for (;;) {
    Position p(size);
    const int low = std::max(0, size / 2 - 4);
    const auto span = static_cast<unsigned>(std::min(size, 9));
    for (int i = 0; i < stones; ++i) {
      Square s;
      do s = Square(low + static_cast<int>(random() % span), low + static_cast<int>(random() % span));
      while (!p.is_empty(s));
      p.play(s);
    }
    if (!has_five(p, RuleSet::freestyle, Color::black) && !has_five(p, RuleSet::freestyle, Color::white))
      return p;
  }
}

}  // namespace

TEST_CASE("the simplest wins are found", "[dbsearch]") {
  SECTION("a five") {
    const auto r = search(position("c3 d3 e3 f3", "b3 a1 a3 a5"));
    REQUIRE(r.win);
    CHECK(to_text(r.sequence, 15) == "five g3");
  }
  SECTION("a straight four") {
    const auto r = search(position("d3 e3 f3", "a1 a3"));
    REQUIRE(r.win);
    CHECK(r.sequence.size() == 1);
    CHECK(r.sequence[0].kind == ThreatKind::straight_four);
  }
  SECTION("two threes at once") {
    const auto r = search(position("h7 h6 g8 f8", "a1 a3 c15 n4"));
    REQUIRE(r.win);
    CHECK(is_double_threat(r.sequence.back().kind));
  }
  SECTION("nothing to be found") {
    const auto r = search(position("h8", "a1"));
    CHECK_FALSE(r.win);
    CHECK_FALSE(r.cut_short);
    CHECK(r.nodes == 0);
  }
}

TEST_CASE("nothing is won once somebody has a five, and an overline is none with standard rules",
          "[dbsearch]") {
  CHECK_FALSE(search(position("a1 b1 c1 d1 e1", "a3 b3 c3 d3")).win);
  CHECK_FALSE(search(position("a1 b1 c1 d1", "a3 b3 c3 d3 e3")).win);
  CHECK_FALSE(search(position("a1 b1 c1 d1 e1 f1", "a3 b3")).win);
  // g9 would make six: a win in free-style only.
  const Position six = position("d9 e9 f9 h9 i9", "c9 j9 a1 a2 a5");
  CHECK(search(six).win);
  CHECK_FALSE(search(six, {}, RuleSet::standard).win);
}

TEST_CASE("limits cut the search short and say so", "[dbsearch]") {
  const Position p = position(
      "a15 b15 c15 m15 n15 o15 a14 a13 o14 o13 a1 a2 a3 b1 c1 m1 n1 o1 o2 o3 f14 g13 i9 i10", "i6 i13 j10");
  SearchOptions options;
  const auto whole = search(p, options);
  REQUIRE(whole.win);
  options.node_limit = whole.nodes;
  CHECK(search(p, options).win);
  options.node_limit = whole.nodes - 1;
  const auto cut = search(p, options);
  CHECK_FALSE(cut.win);
  CHECK(cut.cut_short);
  CHECK(cut.nodes == whole.nodes - 1);
  options.node_limit = 0;
  CHECK(search(p, options).cut_short);
}

TEST_CASE("the maximum category keeps threes out", "[dbsearch]") {
  const Position p = position("h7 h6 g8 f8", "a1 a3 c15 n4");
  SearchOptions options;
  options.max_category = 1;
  CHECK_FALSE(search(p, options).win);
  options.max_category = 2;
  CHECK(search(p, options).win);
}

TEST_CASE("global refutation stops after T refuted sequences, and can be switched off", "[dbsearch]") {
  SearchOptions with;
  with.node_limit = 2000;
  SearchOptions without = with;
  without.global_refutation = false;
  std::mt19937 random(3);
  int stopped = 0;
  std::uint32_t least = 1000;
  for (int round = 0; round < 3000; ++round) {
    const Position p = random_position(random, 10, 18);
    const auto some = search(p, with);
    const auto all = search(p, without);
    if (some.win) {
      // It acts between levels only: what is found before is found all the same.
      REQUIRE(all.win);
      REQUIRE(all.nodes == some.nodes);
    } else if (some.refuted > with.refutations && some.nodes < all.nodes) {
      REQUIRE(some.cut_short);
      REQUIRE((all.win || all.refuted >= some.refuted));
      ++stopped;
      least = std::min(least, some.refuted);
    } else {
      REQUIRE(some.nodes == all.nodes);
    }
  }
  CHECK(stopped > 0);
  CHECK(least == with.refutations + 1);
}

TEST_CASE("category reduction leaves fours only against a three of the defender", "[dbsearch]") {
  // Black's only win begins with a three, while White has an open three of his own.
  const Position p = position("h7 h6 g8 f8", "m12 m13 m11 a1");
  SearchOptions with;
  const auto reduced = search(p, with);
  const auto full = search(p, without_reductions(with));
  CHECK_FALSE(reduced.win);
  CHECK_FALSE(full.win);  // White's straight four comes first
  CHECK(reduced.nodes < full.nodes);
}

TEST_CASE("restricted threes leave out the three with 3 replies beside the one with 2", "[dbsearch]") {
  const Position p = position("h8 i8", "a1 a3");
  SearchOptions with = without_reductions({});
  SearchOptions without = with;
  without.restricted_threes = false;
  CHECK(search(p, with).nodes < search(p, without).nodes);
}

TEST_CASE("a defender's four is blocked by the attacker's threat, or nothing is won", "[dbsearch]") {
  // White threatens a five on h4; Black's three through h4 is his only chance and makes two threes.
  const Position good = position("h5 h6 g5 f6 c4", "d4 e4 f4 g4 a15 o15");
  const auto r = search(good);
  REQUIRE(r.win);
  CHECK(r.sequence.front().gain == test::square("h4"));
  // Two five squares cannot both be blocked.
  const auto two = search(position("h5 h6 g5 f6", "d4 e4 f4 g4 a15 o15"), without_reductions({}));
  CHECK_FALSE(two.win);
  CHECK(two.nodes == 0);  // nor is anything tried but a five
}

TEST_CASE("search and replay leave the board as it was", "[dbsearch]") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const Position p = random_position(random, 15, 14);
    Searcher searcher(RuleSet::freestyle, 15);
    searcher.set_position(p, Color::black);
    const auto first = searcher.search({});
    if (first.win) REQUIRE(searcher.replay(first.sequence));
    for (Square s : p.empties()) {
      searcher.put(Color::white, s);
      if (first.win) (void)searcher.replay(first.sequence);
      if (s.number() % 7 == 0) (void)searcher.search({});
      searcher.undo();
    }
    const auto again = searcher.search({});
    REQUIRE(again.win == first.win);
    REQUIRE(again.nodes == first.nodes);
    REQUIRE(again.sequence == first.sequence);
  }
}

TEST_CASE("stones put one by one give the same answers as a position set at once", "[dbsearch]") {
  std::mt19937 random(6);
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard);
  for (int round = 0; round < 300; ++round) {
    const Position p = random_position(random, 15, 16);
    Searcher at_once(rule, 15);
    at_once.set_position(p, Color::white);
    Searcher one_by_one(rule, 15);
    one_by_one.set_position(Position(15), Color::white);
    for (Color c : {Color::black, Color::white})
      for (Square s : p.stones(c)) one_by_one.put(c, s);
    const auto a = at_once.search({});
    const auto b = one_by_one.search({});
    REQUIRE(a.win == b.win);
    REQUIRE(a.nodes == b.nodes);
  }
}

TEST_CASE("a stone put into an overline ends the game where an overline wins", "[dbsearch]") {
  const Position before = position("c3 d3 e3 f3", "a9 b9 c9 e9 f9");
  for (Color attacker : {Color::black, Color::white})
    for (RuleSet rule : {RuleSet::freestyle, RuleSet::standard}) {
      INFO(name_of(rule) << ' ' << name_of(attacker));
      Searcher searcher(rule, 15);
      searcher.set_position(before, attacker);
      searcher.put(Color::white, test::square("d9"));
      if (attacker == Color::black) CHECK(searcher.search({}).win == (rule == RuleSet::standard));
      if (rule == RuleSet::freestyle) CHECK_FALSE(searcher.search({}).win);
      searcher.undo();
      CHECK(searcher.search({}).win == (attacker == Color::black || rule == RuleSet::freestyle));
    }
}

TEST_CASE("the eight images of a position are won or not alike", "[dbsearch]") {
  std::mt19937 random(8);
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard);
  SearchOptions options = without_reductions({});
  options.node_limit = 3000;
  for (int round = 0; round < 100; ++round) {
    const Position p = random_position(random, 15, 12);
    const auto r = search(p, options, rule);
    if (r.cut_short) continue;
    for (int i = 1; i < Symmetry::count; ++i) {
      const auto image = search(Symmetry(i).apply(p), options, rule);
      if (image.cut_short) continue;
      CAPTURE(diagram(p), i);
      REQUIRE(image.win == r.win);
    }
  }
}

TEST_CASE("a malformed or incomplete sequence is no win", "[dbsearch]") {
  const Position p = position("h7 h6 g8 f8", "a1 a3 c15 n4");
  Searcher searcher(RuleSet::freestyle, 15);
  searcher.set_position(p, Color::black);
  const auto r = searcher.search({});
  REQUIRE(r.win);
  REQUIRE(r.sequence.size() >= 2);
  CHECK_FALSE(searcher.replay({}));
  ThreatSequence cut(r.sequence.begin(), r.sequence.end() - 1);
  CHECK_FALSE(searcher.replay(cut));
  ThreatSequence doubled = r.sequence;
  doubled.push_back(r.sequence.back());
  CHECK_FALSE(searcher.replay(doubled));
  ThreatSequence forged = r.sequence;
  forged.back().rest = 0;
  forged.back().line = 1u << Threat::center;
  CHECK_FALSE(searcher.replay(forged));
  ThreatSequence moved = r.sequence;
  moved.back().gain = Square(19, 19);
  CHECK_FALSE(searcher.replay(moved));
}

// Found by fuzzing: the defences against the first threat looked along the last one's direction.
TEST_CASE("a sequence with a direction that is none is no win, wherever it stands", "[dbsearch]") {
  const Position p = position("h7 h6 g8 f8", "a1 a3 a4 c15 n4");  // White can make a four
  Searcher searcher(RuleSet::freestyle, 15);
  searcher.set_position(p, Color::black);
  const auto r = searcher.search({});
  REQUIRE(r.win);
  REQUIRE(r.sequence.size() >= 2);
  REQUIRE(category_of(r.sequence.front().kind) == 2);
  for (std::size_t i = 0; i < r.sequence.size(); ++i) {
    ThreatSequence forged = r.sequence;
    forged[i].direction = static_cast<Direction>(255);
    CHECK_FALSE(searcher.replay(forged));
  }
}

TEST_CASE("a defender with more windows than are noted is not won against", "[dbsearch]") {
  // White's threes fill the list of windows before his four on column t is looked at; Black's straight four
  // would be too late.
  std::string white;
  for (char column = 'a'; column <= 'q'; column = static_cast<char>(column + 2))
    for (int row : {3, 4, 5, 9, 10, 11}) white += std::string(1, column) + std::to_string(row) + " ";
  Searcher searcher(RuleSet::freestyle, 20);
  const char* const black = "d14 e14 f14";
  const Position without_four = position(black, "t1 t2 t3", 20);
  searcher.set_position(without_four, Color::black);
  REQUIRE(searcher.search({}).win);
  const auto sequence = searcher.search({}).sequence;
  const Position p = position(black, white + "t1 t2 t3 t4", 20);
  REQUIRE(five_squares(p, RuleSet::freestyle, Color::white).contains(Square(19, 4)));
  searcher.set_position(p, Color::black);
  CHECK_FALSE(searcher.replay(sequence));
  const auto r = searcher.search({});
  CHECK_FALSE(r.win);
  CHECK(r.cut_short);
}

TEST_CASE("a defence that was not searched to its end is a defence", "[dbsearch]") {
  // A double three in the middle; White's closed threes at the sides do not reach it, but each can be played
  // with either square first or not at all: with n of them, 3^n positions to look at.
  const char* const black = "i9 j9 k10 k11";
  const char* const threes[] = {"a1 b1 c1", "t1 s1 r1", "a7 b7 c7", "t7 s7 r7", "a13 b13 c13", "t13 s13 r13"};
  Searcher searcher(RuleSet::freestyle, 20);
  std::string white;
  for (int n = 0; n <= 6; ++n) {
    CAPTURE(n, white);
    searcher.set_position(position(black, white, 20), Color::black);
    const auto r = searcher.search({});
    // 3^5 positions are within the limit of 500, 3^6 are not.
    CHECK(r.win == (n < 6));
    CHECK(r.cut_short == (n == 6));
    if (n < 6) white += std::string(threes[n]) + " ";
  }
}

TEST_CASE("who wants no more sequences is told none, until the next search", "[dbsearch]") {
  using Judgement = Searcher::Judgement;
  // Threes and fours in all corners, none of which win: many sequences are offered, of fours and of threes.
  const Position p =
      position("c3 d3 e4 c5 m13 l13 m11 k12 c13 d12 m3 l4", "a15 b2 f3 f6 n14 j13 o1 h1 h15 a8");
  Searcher searcher(RuleSet::renju, 15);
  searcher.set_position(p, Color::black);
  const auto told = [&](Judgement judgement) {
    int count = 0;
    const SearchResult found = searcher.search({.node_limit = 2000}, [&](const ThreatSequence&) {
      ++count;
      return judgement;
    });
    CHECK_FALSE(found.win);
    if (judgement == Judgement::no_more) CHECK(found.cut_short);
    return count;
  };
  const int all = told(Judgement::does_not);
  CHECK(all > 5);
  CHECK(told(Judgement::no_more) == 1);
  CHECK(told(Judgement::does_not) == all);
}
