// Replay where a defence could not be searched to its end.
#include "dbsearch/replay.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "dbsearch/searcher.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;
using namespace fiveproof::dbsearch;
using fiveproof::test::position;
using fiveproof::test::square;
using fiveproof::test::squares;

namespace {

// A double three in the middle; with six closed threes at the sides there are 3^6 ways to play none, some or all of
// them, more than a defensive search looks at.
constexpr const char* double_three = "i9 j9 k10 k11";
constexpr const char* closed_threes[] = {"a1 b1 c1", "t1 s1 r1",    "a7 b7 c7",
                                         "t7 s7 r7", "a13 b13 c13", "t13 s13 r13"};

Field field_of(const Position& p) {
  Field field(p.size());
  for (Square s : p.stones(Color::black)) field.put_attacker(s);
  for (Square s : p.stones(Color::white)) field.put_defender(s);
  return field;
}

ThreatSequence winning_sequence(const Position& p) {
  Searcher searcher(RuleSet::freestyle, p.size());
  searcher.set_position(p, Color::black);
  SearchResult found = searcher.search({});
  REQUIRE(found.win);
  return found.sequence;
}

}  // namespace

TEST_CASE("that a defence was not searched to its end is told, and of no other replay", "[dbsearch]") {
  std::string white;
  for (const char* three : closed_threes) white += std::string(three) + " ";
  const ThreatSequence sequence = winning_sequence(position(double_three, "", 20));
  Replay replay(RuleSet::freestyle, 20);
  CHECK_FALSE(replay.wins(field_of(position(double_three, white, 20)), Color::black, sequence));
  CHECK(replay.hit_limit());
  CHECK(replay.wins(field_of(position(double_three, closed_threes[0], 20)), Color::black, sequence));
  CHECK_FALSE(replay.hit_limit());
  CHECK_FALSE(replay.wins(field_of(position(double_three, white, 20)), Color::black, sequence));
  CHECK_FALSE(replay.wins(field_of(position("i9 j9 k10", "", 20)), Color::black, sequence));
  CHECK_FALSE(replay.hit_limit());

  // A search that found nothing tells of it, though it went through all there is. The other stones make it short.
  const char* const others = " f8 k5 i6 f5 o6 f15 k15 g12 p9 l13 l15 i7 n8 p5 p14 o14 g6 f10 h14 n12";
  Searcher searcher(RuleSet::freestyle, 20);
  SearchOptions options;
  options.node_limit = 60'000;
  options.global_refutation = false;
  searcher.set_position(position(double_three, white + others, 20), Color::black);
  const SearchResult found = searcher.search(options);
  CHECK_FALSE(found.win);
  CHECK(found.cut_short);
  CHECK(found.nodes < 20'000);
}
