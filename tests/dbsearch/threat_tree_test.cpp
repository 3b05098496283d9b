// The combinations of the tree, and what is tried while the defender has threats of his own.
#include "dbsearch/threat_tree.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "game/five.hpp"
#include "game/notation.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;
using namespace fiveproof::dbsearch;
using fiveproof::test::position;

namespace {

Field field_of(const Position& p) {
  Field field(p.size());
  for (Square s : p.stones(Color::black)) field.put_attacker(s);
  for (Square s : p.stones(Color::white)) field.put_defender(s);
  return field;
}

SearchOptions everything() {
  SearchOptions options = without_reductions({});
  options.node_limit = 2'000;
  options.global_refutation = false;
  return options;
}

bool refuse(const ThreatSequence&) { return false; }

bool rests_on(const Threat& threat, Square gain) { return threat.squares(threat.rest, 15).contains(gain); }

}  // namespace

TEST_CASE("what is below a combination rests on both gains", "[dbsearch]") {
  std::mt19937 random(4);
  std::size_t below = 0;
  for (int round = 0; round < 100; ++round) {
    const Position p = test::random_position(15, 12, random);
    if (has_five(p, RuleSet::freestyle, Color::black)) continue;
    ThreatTree tree(RuleSet::freestyle, 15);
    ThreatTree::Trace trace;
    trace.goal_child_only = false;
    tree.build(field_of(p), Color::black, everything(), 0, refuse, &trace);
    for (const auto& combination : trace.combinations) {
      const ThreatNode &a = tree.nodes()[combination.first], &b = tree.nodes()[combination.second];
      const int depth = std::max(a.depth, b.depth) + 2;
      for (std::size_t n = combination.first_child; n < combination.last_child; ++n) {
        const ThreatNode& node = tree.nodes()[n];
        if (node.depth != depth) continue;
        ++below;
        REQUIRE(rests_on(node.threat, a.threat.gain));
        REQUIRE(rests_on(node.threat, b.threat.gain));
      }
    }
  }
  CHECK(below > 30);
}

TEST_CASE("two nodes are combined where some threat rests on both gains, and nowhere else", "[dbsearch]") {
  // Every combination that was made counts as a node; those that are worth it have others below them.
  std::mt19937 random(6);
  std::size_t combinations = 0;
  for (int round = 0; round < 100; ++round) {
    const Position p = test::random_position(15, 8, random);
    if (has_five(p, RuleSet::freestyle, Color::black)) continue;
    ThreatTree tree(RuleSet::freestyle, 15);
    tree.build(field_of(p), Color::black, everything(), 0, refuse);
    if (tree.was_cut_short()) continue;
    // What a node depends on is the list of another node, or a combination's.
    std::set<std::vector<std::uint16_t>> lists;
    for (const ThreatNode& node : tree.nodes()) {
      const std::vector<std::uint16_t> parents(node.threats.begin(), node.threats.end() - 1);
      if (parents.empty()) continue;
      const ThreatList& last = tree.nodes()[parents.back()].threats;
      if (!std::equal(last.begin(), last.end(), parents.begin(), parents.end())) lists.insert(parents);
    }
    const std::size_t made = tree.node_count() - tree.nodes().size();
    CAPTURE(diagram(p));
    // Several pairs can come to the same list.
    REQUIRE(lists.size() <= made);
    REQUIRE(made <= lists.size() + lists.size() / 2);
    combinations += made;
  }
  CHECK(combinations > 100);
}

TEST_CASE("against a four nothing but a five is tried, against a three nothing but fours", "[dbsearch]") {
  // A three of Black's in the middle and two stones, with which there are threes and fours.
  const auto least = [](const char* white) {
    ThreatTree tree(RuleSet::freestyle, 15);
    SearchOptions options = everything();
    options.category_reduction = true;
    tree.build(field_of(position("h8 i8 h9 e5 f6 k11 e6", white)), Color::black, options, 0, refuse);
    int most = -1;
    for (const ThreatNode& node : tree.nodes()) most = std::max(most, category_of(node.threat.kind));
    return most;
  };
  CHECK(least("a1 c15 n4") == 2);
  CHECK(least("m12 m13 m11 a1") == 1);
  CHECK(least("m11 m12 m13 m14 a1") <= 0);
  CHECK(least("m10 m11 m12 m14 a1") <= 0);
}
