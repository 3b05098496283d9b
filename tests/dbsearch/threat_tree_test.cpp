// The combinations of the tree, and what is tried while the defender has threats of his own.
#include "dbsearch/threat_tree.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "game/five.hpp"
#include "game/notation.hpp"
#include "tests/game/positions.hpp"

namespace threat_tree_test {

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

TEST_CASE("a combination rests on both gains, in all that is below it", "[dbsearch]") {
  // Every combination that was made counts as a node. What a node depends on is the list of another node, or
  // that of a combination.
  std::mt19937 random(6);
  std::size_t made = 0, with_children = 0, children = 0;
  for (int round = 0; round < 150; ++round) {
    const Position p = test::random_position(15, 8, random);
    if (has_five(p, RuleSet::freestyle, Color::black)) continue;
    ThreatTree tree(RuleSet::freestyle, 15);
    tree.build(field_of(p), Color::black, everything(), 0, refuse);
    if (tree.was_cut_short()) continue;
    std::set<std::vector<std::uint16_t>> lists;
    for (const ThreatNode& node : tree.nodes()) {
      const std::vector<std::uint16_t> parents(node.threats.begin(), node.threats.end() - 1);
      if (parents.empty()) continue;
      const ThreatList& last = tree.nodes()[parents.back()].threats;
      if (std::equal(last.begin(), last.end(), parents.begin(), parents.end())) continue;
      lists.insert(parents);
      ++children;
      CAPTURE(diagram(p));
      REQUIRE(std::ranges::count_if(parents, [&](std::uint16_t n) {
                return rests_on(node.threat, tree.nodes()[n].threat.gain);
              }) >= 2);
    }
    made += tree.node_count() - tree.nodes().size();
    with_children += lists.size();
  }
  CHECK(children > 100);
  CHECK(made == with_children);  // none is made in vain
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

TEST_CASE("a combination of more threats than a list holds is not made, and the search is cut short",
          "[dbsearch]") {
  // Long chains of fours that meet. No list is full, and there are few nodes.
  const Position p = position(
      "a5 a7 b8 b12 c2 c4 d3 d5 d6 d10 e2 e14 f12 i11 j8 k11 k12 n4 n5 n8 n10 o7 p5 p9 p10 q2 q7 r1",
      "a3 b2 b4 c7 c9 d8 e4 e10 e12 f2 g8 h5 k4 l3 l7 l8 l10 m5 n1 n11 o5 o9 p4 p6 p12 q5 r5 r8 s6 s10 t9",
      20);
  ThreatTree tree(RuleSet::freestyle, 20);
  SearchOptions options = everything();
  options.max_category = 1;
  tree.build(field_of(p), Color::black, options, 0, refuse);
  CHECK(tree.node_count() < options.node_limit);
  for (const ThreatNode& node : tree.nodes()) CHECK(node.threats.count < ThreatList::capacity);
  CHECK(tree.was_cut_short());
}

}  // namespace threat_tree_test
