// Replay where a defence could not be searched to its end.
#include "dbsearch/replay.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "dbsearch/searcher.hpp"
#include "dbsearch/threat_tree.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;
using namespace fiveproof::dbsearch;
using fiveproof::test::position;
using fiveproof::test::square;
using fiveproof::test::squares;

namespace {

// A double three in the middle; with six closed threes at the sides there are 3^6 ways to play none, some or
// all of them, more than a defensive search looks at.
constexpr const char* double_three = "i9 j9 k10 k11";
constexpr const char* closed_threes[] = {"a1 b1 c1", "t1 s1 r1",    "a7 b7 c7",
                                         "t7 s7 r7", "a13 b13 c13", "t13 s13 r13"};

Field field_of(const Position& p) {
  Field field(p.size());
  for (Square s : p.stones(Color::black)) field.put_attacker(s);
  for (Square s : p.stones(Color::white)) field.put_defender(s);
  return field;
}

/// The same with so many more windows noted, in which nothing stands any more: take() is told that nothing
/// was noted since.
Field crowded_field(const Position& p, int windows) {
  Field field = field_of(p);
  for (int i = 0; i < windows; ++i) {
    for (int column : {0, 1, 2}) field.put_defender(Square(column, 19));
    for (int column : {2, 1, 0}) field.take(Field::defender, Square(column, 19), field.mark());
  }
  return field;
}

/// The threat of this kind that lies so.
Threat threat_of(const Position& p, const char* gain, ThreatKind kind, Direction direction) {
  ThreatTree tree(RuleSet::freestyle, p.size());
  for (const Threat& threat : tree.threats_at(field_of(p), Color::black, square(gain), {}))
    if (threat.kind == kind && threat.direction == direction) return threat;
  FAIL("no such threat at " << gain);
  return {};
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

  // A search that found nothing tells of it, though it went through all there is. The other stones make it
  // short.
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

TEST_CASE("a replay gives up where windows of the defender are no longer noted", "[dbsearch]") {
  constexpr int room = Field::max_windows;
  Replay replay(RuleSet::freestyle, 20);
  const auto wins = [&](const Position& p, int windows, const ThreatSequence& sequence) {
    return replay.wins(crowded_field(p, windows), Color::black, sequence);
  };
  const Threat three =
      threat_of(position("i9 j9", "", 20), "k9", ThreatKind::three_two_replies, Direction::horizontal);
  const Threat straight_four =
      threat_of(position("k9 k10 k11", "", 20), "k12", ThreatKind::straight_four, Direction::vertical);
  // The answer on l9 makes a three of White's, of three windows.
  const Position quiet = position(double_three, "l7 l8", 20);
  CHECK(wins(quiet, room - 3, {three, straight_four}));
  CHECK_FALSE(wins(quiet, room - 2, {three, straight_four}));
  // Where White makes a four first, of a three of one window, there is one more before the answer.
  const Position with_three = position(double_three, "l7 l8 a1 b1 c1", 20);
  CHECK(wins(with_three, room - 1 - 1 - 3, {three, straight_four}));
  CHECK_FALSE(wins(with_three, room - 1 - 3, {three, straight_four}));
  // The four alone can be too much.
  const Position with_five = position("i9 j9 q1 r1 s1 t1", "a1 b1 c1", 20);
  const Threat five = threat_of(with_five, "p1", ThreatKind::five, Direction::horizontal);
  CHECK(wins(with_five, room - 1 - 1, {three, five}));
  CHECK_FALSE(wins(with_five, room - 1, {three, five}));
}
