// The combinations of the tree, and what is tried while the defender has threats of his own.
#include "dbsearch/threat_tree.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <tuple>

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

using Numbers = std::vector<std::uint16_t>;

/// The threats below each list of nodes, in the order in which they were made.
std::map<Numbers, std::vector<Threat>> threats_by_parents(const ThreatTree& tree) {
  std::map<Numbers, std::vector<Threat>> threats;
  for (const ThreatNode& node : tree.nodes())
    threats[Numbers(node.threats.begin(), node.threats.end() - 1)].push_back(node.threat);
  return threats;
}

/// All threats on a board, one square after the other.
std::vector<Threat> all_threats(const ThreatTree& tree, const Field& field, Color attacker) {
  std::vector<Threat> threats;
  const LineBoard& board = field.board();
  for (Square s : SquareSet::whole_board(15)) {
    const Neighbourhood n = board.around(Field::attacker, s, 0);
    if (((n.own | n.blocked) & bit_at(0)) != 0) continue;
    const std::vector<Threat> here = tree.threats_at(field, attacker, s, everything());
    CHECK(std::ranges::is_sorted(here, {}, &Threat::kind));
    threats.insert(threats.end(), here.begin(), here.end());
  }
  return threats;
}

bool lists_equal(const ThreatList& list, const Numbers& numbers) {
  return std::equal(list.begin(), list.end(), numbers.begin(), numbers.end());
}

/// Did each of the threats come to be below the one before? At what two combined leave nobody has looked.
bool is_chain(const ThreatTree& tree, const Numbers& numbers) {
  for (std::size_t k = 0; k < numbers.size(); ++k)
    if (!lists_equal(tree.nodes()[numbers[k]].threats,
                     Numbers(numbers.begin(), numbers.begin() + static_cast<long>(k) + 1)))
      return false;
  return true;
}

/// The board when these nodes' threats were played, each with its answers.
Field with_threats(Field field, const ThreatTree& tree, const ThreatList& list) {
  for (std::uint16_t n : list) {
    const Threat& played = tree.nodes()[n].threat;
    field.put_attacker(played.gain);
    played.each_cost([&](Square s) { field.put_defender(s); });
  }
  return field;
}

bool same_and_in_order(const std::vector<Threat>& made, const std::vector<Threat>& expected) {
  return std::ranges::is_sorted(made, {}, &Threat::kind) && std::ranges::is_permutation(made, expected);
}

}  // namespace

TEST_CASE("below a node stand all threats that rest on its gain, and what ends the search comes first",
          "[dbsearch]") {
  std::mt19937 random(9);
  std::size_t children = 0;
  for (int round = 0; round < 60; ++round) {
    const RuleSet rule = all_rule_sets[round % 3];
    const Color attacker = round % 2 == 0 ? Color::black : Color::white;
    const Position p = test::random_position(15, 9, random);
    if (has_five(p, rule, Color::black) || has_five(p, rule, Color::white)) continue;
    const Field root = field_of(p);
    ThreatTree tree(rule, 15);
    tree.build(root, attacker, everything(), 0, refuse);
    if (tree.was_cut_short()) continue;
    CAPTURE(round, diagram(p));
    auto made = threats_by_parents(tree);
    CHECK(same_and_in_order(made[{}], all_threats(tree, root, attacker)));
    for (const auto& [parents, threats] : made) CHECK(std::ranges::is_sorted(threats, {}, &Threat::kind));
    for (const ThreatNode& node : tree.nodes()) {
      const Numbers parents(node.threats.begin(), node.threats.end() - 1);
      if (parents.empty()) CHECK(node.depth == 1);
      if (!parents.empty() && lists_equal(tree.nodes()[parents.back()].threats, parents))
        CHECK(node.depth == tree.nodes()[parents.back()].depth + 1);
      const Field field = with_threats(root, tree, node.threats);
      std::vector<Threat> expected;
      if (!is_double_threat(node.threat.kind))
        std::ranges::copy_if(all_threats(tree, field, attacker), std::back_inserter(expected),
                             [&](const Threat& threat) { return rests_on(threat, node.threat.gain); });
      CHECK(same_and_in_order(made[Numbers(node.threats.begin(), node.threats.end())], expected));
      children += expected.size();
    }
  }
  CHECK(children > 100);
}

TEST_CASE("a tree that was used before is built as a new one", "[dbsearch]") {
  const auto taken = [](const ThreatTree& tree) {
    return std::tuple(tree.node_count(), tree.refused(), tree.was_cut_short(), threats_by_parents(tree));
  };
  std::mt19937 random(11);
  ThreatTree used(RuleSet::renju, 15);
  for (int round = 0; round < 60; ++round) {
    const Position p = test::random_position(15, 10, random);
    const Color attacker = round % 3 == 0 ? Color::white : Color::black;
    SearchOptions options = everything();
    // Some searches are cut short, and some end with a win: what they leave is no matter of the next.
    if (round % 4 == 1) options.node_limit = 9;
    std::size_t seen = 0;
    const auto answer = [&](const ThreatSequence&) { return ++seen == 2 && round % 4 == 2; };
    const bool wins = used.build(field_of(p), attacker, options, 0, answer);
    ThreatTree tree(RuleSet::renju, 15);
    seen = 0;
    CAPTURE(round, diagram(p));
    CHECK(tree.build(field_of(p), attacker, options, 0, answer) == wins);
    CHECK(taken(tree) == taken(used));
  }
}

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

TEST_CASE("a node below a full list is not made, and the search is cut short", "[dbsearch]") {
  struct Case {
    const char *black, *white;
  };
  // Of few stones, with long chains of threes.
  const Case cases[] = {
      {"d15 h9 i1 k1 k8 p16 q18 q19 r12", "e7 h16 l8 l20 m5 p19 s14"},
      {"c19 d9 d17 e3 f17 g6 j16 p5 r12 r14", "e16 n12"},
      {"b11 b13 b20 e16 f12 h18 i1 m3 m13 p4 q7 t7", "p9"},
  };
  for (const auto& [black, white] : cases) {
    ThreatTree tree(RuleSet::freestyle, 20);
    SearchOptions options = everything();
    options.node_limit = 30'000;
    tree.build(field_of(position(black, white, 20)), Color::black, options, 0, refuse);
    CAPTURE(black);
    CHECK(tree.node_count() < options.node_limit);
    CHECK(tree.was_cut_short());
    for (const ThreatNode& node : tree.nodes()) CHECK((node.threats.count == 1) == (node.depth == 1));
  }
}

TEST_CASE("a full list cuts the search short before anything is combined", "[dbsearch]") {
  ThreatTree tree(RuleSet::freestyle, 15);
  SearchOptions options = everything();
  options.node_limit = 30'000;
  ThreatTree::Trace trace;  // a level with a sequence is the last one
  trace.goal_child_only = false;
  const Position p = position("b12 c12 e8 f3 g13 j12 k11 n7 o1", "a7 b14");
  tree.build(field_of(p), Color::black, options, 0, refuse, &trace);
  CHECK(tree.node_count() < options.node_limit);
  CHECK(trace.combinations.empty());
  CHECK(tree.was_cut_short());
}

TEST_CASE("once it is won nothing more is counted", "[dbsearch]") {
  std::mt19937 random(12);
  std::size_t won = 0;
  for (int round = 0; round < 150; ++round) {
    const Position p = test::random_position(15, 8, random);
    if (has_five(p, RuleSet::freestyle, Color::black)) continue;
    ThreatTree tree(RuleSet::freestyle, 15);
    std::uint32_t count = 0;
    // A sequence of combined threats wins, so that other pairs are left.
    const auto answer = [&](const ThreatSequence& sequence) {
      count = tree.node_count();
      return sequence.size() >= 4;
    };
    if (!tree.build(field_of(p), Color::black, everything(), 0, answer)) continue;
    CAPTURE(diagram(p));
    CHECK(tree.node_count() == count);
    ++won;
  }
  CHECK(won > 20);
}

TEST_CASE("nodes and combinations are what is counted, also where the count is at its end", "[dbsearch]") {
  std::mt19937 random(13);
  std::size_t combined = 0;
  for (int round = 0; round < 60; ++round) {
    const Position p = test::random_position(15, 8, random);
    if (has_five(p, RuleSet::freestyle, Color::black)) continue;
    for (std::uint32_t limit = 20; limit < 60; ++limit) {
      ThreatTree tree(RuleSet::freestyle, 15);
      SearchOptions options = everything();
      options.node_limit = limit;
      ThreatTree::Trace trace;
      trace.goal_child_only = false;
      tree.build(field_of(p), Color::black, options, 0, refuse, &trace);
      CAPTURE(diagram(p), limit);
      CHECK(tree.nodes().size() + trace.combinations.size() == tree.node_count());
      combined += trace.combinations.size();
    }
  }
  CHECK(combined > 50);
}

TEST_CASE("below a node is what its threat leaves, as if it stood on the board", "[dbsearch]") {
  std::mt19937 random(14);
  std::size_t lowered = 0, nodes = 0;
  for (int round = 0; round < 300; ++round) {
    const Position p = test::random_position(15, 14, random);
    if (has_five(p, RuleSet::freestyle, Color::black) || has_five(p, RuleSet::freestyle, Color::white))
      continue;
    SearchOptions options = everything();
    options.category_reduction = true;
    ThreatTree tree(RuleSet::freestyle, 15);
    tree.build(field_of(p), Color::black, options, 0, refuse);
    if (tree.was_cut_short()) continue;
    const auto made = threats_by_parents(tree);
    int at_root = -1;
    for (const ThreatNode& node : tree.nodes())
      if (node.depth == 1) at_root = std::max(at_root, category_of(node.threat.kind));
    for (const ThreatNode& node : tree.nodes()) {
      const Numbers list(node.threats.begin(), node.threats.end());
      if (is_double_threat(node.threat.kind) || !is_chain(tree, list)) continue;
      if (list.size() == 1 && at_root < 2) continue;  // what there is need not be all that there may be
      const int above = list.size() == 1 ? at_root : tree.nodes()[list[list.size() - 2]].max_category;
      ThreatTree after(RuleSet::freestyle, 15);
      after.build(with_threats(field_of(p), tree, node.threats), Color::black, options, 0, refuse);
      std::vector<Threat> expected;
      for (const ThreatNode& next : after.nodes())
        if (next.depth == 1 && category_of(next.threat.kind) <= above &&
            rests_on(next.threat, node.threat.gain))
          expected.push_back(next.threat);
      const auto below = made.find(list);
      CAPTURE(diagram(p));
      CHECK(same_and_in_order(below == made.end() ? std::vector<Threat>{} : below->second, expected));
      lowered += node.max_category < above;
      ++nodes;
    }
  }
  CHECK(lowered > 50);
  CHECK(nodes > 500);
}

}  // namespace threat_tree_test
