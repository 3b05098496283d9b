#include "dbsearch/shapes.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

using namespace fiveproof;
using namespace fiveproof::dbsearch;

namespace {

/// Allis 1994, 5.3.2, written down once more from the text: squares s_1 ... s_n of a line in order, as
/// 0-based places. Gives every way to read the operator: gain, cost and rest places.
struct Reading {
  ThreatKind kind;
  int length;
  int gain;
  std::set<int> cost, rest, empty;
};

std::vector<Reading> readings_of_the_operators() {
  std::vector<Reading> all;
  const auto add = [&](ThreatKind kind, int length, int gain, std::set<int> cost, std::set<int> stones) {
    std::set<int> rest = stones;
    rest.erase(gain);
    std::set<int> empty;
    for (int i = 0; i < length; ++i)
      if (!rest.count(i)) empty.insert(i);
    all.push_back({kind, length, gain, std::move(cost), rest, empty});
  };
  for (int g = 0; g < 5; ++g) add(ThreatKind::five, 5, g, {}, {0, 1, 2, 3, 4});
  for (int g = 1; g <= 4; ++g) add(ThreatKind::straight_four, 6, g, {}, {1, 2, 3, 4});
  for (int c = 0; c < 5; ++c)
    for (int g = 0; g < 5; ++g) {
      if (g == c) continue;
      std::set<int> stones{0, 1, 2, 3, 4};
      stones.erase(c);
      add(ThreatKind::four, 5, g, {c}, stones);
    }
  for (int inner = 1; inner <= 4; ++inner) {
    std::set<int> stones{1, 2, 3, 4};
    stones.erase(inner);
    const ThreatKind kind =
        inner == 2 || inner == 3 ? ThreatKind::broken_three : ThreatKind::three_three_replies;
    for (int g : stones) add(kind, 6, g, {0, inner, 5}, stones);
  }
  for (int g = 2; g <= 4; ++g) add(ThreatKind::three_two_replies, 7, g, {1, 5}, {2, 3, 4});
  return all;
}

std::uint32_t bits(const std::set<int>& places, int gain) {
  std::uint32_t word = 0;
  for (int p : places) word |= 1u << (Threat::center + p - gain);
  return word;
}

/// How many lines, operators and applications a board has (Allis 1994, 5.3.2): counted, not computed.
struct OperatorCounts {
  int fives_lines, sixes_lines, sevens_lines, operators, applications;
};
OperatorCounts count_operators(int size) {
  OperatorCounts counts{};
  // An operator is a kind of threat in a line; a line is known by its direction and its first square.
  std::set<std::tuple<ThreatKind, int, int>> operators;
  for (int d = 0; d < direction_count; ++d)
    for (Square gain : SquareSet::whole_board(size))
      for (const Shape& shape : all_shapes()) {
        const Threat threat = shape.at(gain, static_cast<Direction>(d));
        const SquareSet line = threat.squares(threat.line, size);
        if (line.size() != std::popcount(threat.line)) continue;
        ++counts.applications;
        const int first = threat.at(std::countr_zero(threat.line) - Threat::center).number();
        if (!operators.insert({threat.kind, d, first}).second) continue;
        ++counts.operators;
        counts.fives_lines += threat.kind == ThreatKind::five;
        counts.sixes_lines += threat.kind == ThreatKind::straight_four;
        counts.sevens_lines += threat.kind == ThreatKind::three_two_replies;
      }
  return counts;
}

}  // namespace

TEST_CASE("a 15x15 board has the lines, operators and applications of Allis 1994", "[dbsearch]") {
  const auto counts = count_operators(15);
  CHECK(counts.fives_lines == 572);
  CHECK(counts.sixes_lines == 500);
  CHECK(counts.sevens_lines == 432);
  CHECK(counts.operators == 3076);
  CHECK(counts.applications == 23596);
}

TEST_CASE("small boards have no room for long threats", "[dbsearch]") {
  const auto counts = count_operators(5);
  CHECK(counts.fives_lines == 12);
  CHECK(counts.sixes_lines == 0);
  CHECK(counts.sevens_lines == 0);
}

TEST_CASE("the shapes are the operators of the definition, each once", "[dbsearch]") {
  const auto readings = readings_of_the_operators();
  REQUIRE(readings.size() == 44);
  REQUIRE(all_shapes().size() == readings.size());
  for (const Reading& r : readings) {
    int found = 0;
    for (const Shape& s : all_shapes()) {
      std::set<int> line;
      for (int i = 0; i < r.length; ++i) line.insert(i);
      if (s.kind == r.kind && s.line == bits(line, r.gain) && s.rest == bits(r.rest, r.gain) &&
          s.cost == bits(r.cost, r.gain) && s.extension == bits({-1, r.length}, r.gain))
        ++found;
    }
    CAPTURE(static_cast<int>(r.kind), r.gain);
    CHECK(found == 1);
  }
}

TEST_CASE("the table lists exactly the threats that apply", "[dbsearch]") {
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard);
  const ShapeTable& table = ShapeTable::of(rule, GENERATE(Color::black, Color::white));
  const auto readings = readings_of_the_operators();
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::uint32_t own = 0;
    std::uint32_t blocked = 0;
    const unsigned density = 2 + round % 5;
    for (int i = 0; i < 13; ++i) {
      if (i == Threat::center) continue;
      const auto what = static_cast<unsigned>(random()) % density;
      if (what == 0) own |= 1u << i;
      if (what == 1 && random() % 3 == 0) blocked |= 1u << i;
    }
    std::multiset<std::pair<int, std::uint32_t>> expected;
    for (const Reading& r : readings) {
      const std::uint32_t rest = bits(r.rest, r.gain);
      const std::uint32_t empty = bits(r.empty, r.gain);
      const std::uint32_t beyond = bits({-1, r.length}, r.gain);
      if ((own & rest) != rest || ((own | blocked) & empty) != 0) continue;
      if (rule == RuleSet::standard && (own & beyond) != 0) continue;
      expected.insert({static_cast<int>(r.kind), rest << 16 | bits(r.cost, r.gain)});
    }
    std::multiset<std::pair<int, std::uint32_t>> found;
    bool two_reply_three = false;
    for (auto entry : table.applicable(own, blocked)) {
      const Shape& s = all_shapes()[entry.shape];
      found.insert({static_cast<int>(s.kind), std::uint32_t{s.rest} << 16 | s.cost});
      two_reply_three = two_reply_three || s.kind == ThreatKind::three_two_replies;
    }
    CAPTURE(own, blocked);
    REQUIRE(found == expected);
    for (auto entry : table.applicable(own, blocked))
      if (entry.dominated)
        REQUIRE((two_reply_three && all_shapes()[entry.shape].kind == ThreatKind::three_three_replies));
  }
}

TEST_CASE("a threat with any bit altered is not well-formed, or is another shape", "[dbsearch]") {
  for (const Shape& shape : all_shapes()) {
    const Threat threat = shape.at(Square(7, 7), Direction::diagonal);
    REQUIRE(is_well_formed(threat));
    for (int field = 0; field < 4; ++field)
      for (int bit = 0; bit < 16; ++bit) {
        Threat bad = threat;
        Threat::Mask* masks[] = {&bad.line, &bad.rest, &bad.cost, &bad.extension};
        *masks[field] = static_cast<Threat::Mask>(*masks[field] ^ 1u << bit);
        CHECK_FALSE(is_well_formed(bad));
      }
    for (int kind = 0; kind < threat_kind_count; ++kind) {
      Threat bad = threat;
      bad.kind = static_cast<ThreatKind>(kind);
      CHECK(is_well_formed(bad) == (bad.kind == threat.kind));
    }
  }
}

TEST_CASE("a stone's ties are what a look at every window tells", "[dbsearch]") {
  std::mt19937 random(11);
  for (int round = 0; round < 20'000; ++round) {
    std::uint32_t own = 1u << Threat::center;
    std::uint32_t blocked = 0;
    for (int i = 0; i < 13; ++i) {
      if (i == Threat::center) continue;
      const unsigned what = random() % 4;
      if (what == 0) own |= 1u << i;
      if (what == 1 && random() % 2 == 0) blocked |= 1u << i;
    }
    int fullest = 0;
    std::uint32_t open_windows = 0;
    std::array<std::uint32_t, 6> windows_by_stones{};
    for (int start = 2; start <= 6; ++start) {
      int stones = 0;
      bool open = true;
      for (int i = start; i < start + 5; ++i) {
        stones += static_cast<int>(own >> i & 1);
        open = open && !(blocked >> i & 1);
      }
      if (!open) continue;
      fullest = std::max(fullest, stones);
      open_windows |= 1u << (start - 2);
      windows_by_stones[static_cast<std::size_t>(stones)] |= 1u << (start - 2);
    }
    bool three = false;
    for (int start = 2; start <= 5; ++start) {
      int stones = 0;
      bool open = true;
      for (int i = start; i < start + 6; ++i) {
        open = open && !(blocked >> i & 1);
        const bool end = i == start || i == start + 5;
        if (end && (own >> i & 1)) open = false;
        if (!end) stones += static_cast<int>(own >> i & 1);
      }
      three = three || (open && stones == 3);
    }
    const StoneTies ties = TieTable::instance().at(own, blocked);
    CAPTURE(own, blocked);
    REQUIRE(static_cast<int>(ties.fullest_window) == fullest);
    REQUIRE((ties.has_three != 0) == three);
    REQUIRE(ties.windows_of_three == windows_by_stones[3]);
    REQUIRE(ties.open_windows == open_windows);
    const std::uint32_t four_or_five = windows_by_stones[4] | windows_by_stones[5];
    REQUIRE(ties.windows_with(4) == four_or_five);
    REQUIRE(ties.windows_with(3) == (four_or_five | windows_by_stones[3]));
    REQUIRE(ties.windows_with(2) == (four_or_five | windows_by_stones[3] | windows_by_stones[2]));
  }
}

TEST_CASE("a colour's table is that of its own five", "[dbsearch]") {
  for (Color c : {Color::black, Color::white})
    CHECK(&ShapeTable::of(RuleSet::freestyle, c) != &ShapeTable::of(RuleSet::standard, c));
  CHECK(&ShapeTable::of(RuleSet::renju, Color::white) == &ShapeTable::of(RuleSet::freestyle, Color::white));
  //  X X X g X X  makes six.
  std::uint32_t own = 0;
  for (int k : {-3, -2, -1, 1, 2}) own |= 1u << (Threat::center + k);
  for (Color c : {Color::black, Color::white}) {
    CHECK_FALSE(ShapeTable::of(RuleSet::freestyle, c).applicable(own, 0).empty());
    CHECK(ShapeTable::of(RuleSet::standard, c).applicable(own, 0).empty());
  }
}
