#include "convert/proof/tree_proof.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <set>

#include "convert/proof/tree_hints.hpp"
#include "game/five.hpp"
#include "game/symmetry.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/stored_at.hpp"
#include "tests/nested_tree.hpp"
#include "tests/random_tree.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using namespace fiveproof::test;

namespace {

// -- an oracle: recursive, with a copy of the board at each node --

/// All the same up to turning and mirroring.
std::string name_of_position(const Position& position) {
  const Position p = canonical_form(position).position;
  return to_text(p.stones(Color::black)) + "/" + to_text(p.stones(Color::white));
}

struct Oracle {
  explicit Oracle(const TreeClaim& c, int s) : claim(c), size(s) {
    for (const auto& line : c.roots) roots.push_back(position_after(line, s).value());
  }

  const TreeClaim& claim;
  int size;
  std::vector<Position> roots;
  std::vector<std::pair<Position, Square>> moves;
  std::vector<Position> ends;
  struct Finding {
    GapKind kind;
    Position position;
    std::optional<Square> by;
    std::vector<Square> line;
    std::size_t root;
  };
  std::vector<Finding> findings;

  struct State {
    Position position;
    std::optional<std::size_t> root = {};
    bool is_claimed = false;
    std::vector<Square> line = {};
  };

  void claim_here(State& state) const {
    if (state.is_claimed) return;
    for (std::size_t i = 0; i < roots.size() && !state.is_claimed; ++i) {
      if (roots[i] != state.position) continue;
      state.is_claimed = true;
      state.root = i;
      state.line.clear();
    }
  }

  [[nodiscard]] bool is_over(const Position& p) const {
    return has_five(p, claim.rule, Color::black) || has_five(p, claim.rule, Color::white);
  }

  void run(const NestedNode& top) {
    State state{Position(size)};
    state.is_claimed = claim.roots.empty();
    claim_here(state);
    visit(top, state);
  }

  /// What is below a node. Says whether anything there plays.
  bool visit(const NestedNode& node, const State& state) {
    bool plays = false;
    bool told_end = false;
    for (const NestedNode& child : node.children) {
      if (child.move.is_none() || (child.bits & is_text_only) != 0) {
        plays = visit_silent(child, state, told_end) || plays;
        continue;
      }
      plays = true;
      play(child, state, told_end);
    }
    return plays;
  }

  bool visit_silent(const NestedNode& node, const State& state, bool& told_end) {
    (void)told_end;
    return visit(node, state);
  }

  void play(const NestedNode& node, const State& state, bool& told_end) {
    State next = state;
    const auto square = node.move.is_square() ? std::optional(node.move.square(size)) : std::nullopt;
    const auto refuse = [&](GapKind kind) {
      findings.push_back({kind, state.position, square, state.line, state.root.value_or(0)});
    };
    if (state.is_claimed && is_over(state.position)) {
      if (!told_end) refuse(GapKind::after_end);
      told_end = true;
      return;
    }
    const bool is_wrong = !square || (node.bits & is_out_of_turn) != 0 || !state.position.is_empty(*square);
    if (state.is_claimed && is_wrong) return refuse(GapKind::illegal_move);
    if (!square) {
      next.position.set_to_move(opponent(next.position.to_move()));
      visit(node, next);
      return;
    }
    if (is_wrong) return;
    if (state.is_claimed && state.position.to_move() == claim.attacker)
      moves.emplace_back(state.position, *square);
    next.position.play(*square);
    next.line.push_back(*square);
    claim_here(next);
    if (!visit(node, next) && next.is_claimed && next.position.to_move() == claim.attacker &&
        !is_over(next.position))
      ends.push_back(next.position);
  }

  [[nodiscard]] Proof proof() const {
    Proof made(claim.rule, size, claim.attacker);
    for (const auto& root : claim.roots) made.roots.push_back({position_after(root, size).value(), root});
    std::set<std::string> with_move;
    for (const auto& [position, move] : moves) {
      made.records.add(position, move);
      with_move.insert(name_of_position(position));
    }
    for (const Position& end : ends)
      if (!with_move.contains(name_of_position(end))) made.records.add(end, std::nullopt);
    made.records.finish();
    for (const Finding& f : findings) {
      Gap gap;
      gap.kind = f.kind;
      gap.position = f.position;
      gap.by = f.by;
      made.findings.push_back(gap);
    }
    return made;
  }
};

/// Rows of moves; each begins at the top.
GameTree tree_of(const std::vector<std::string>& lines, int size = 15) {
  TreeBuilder builder(size, "test");
  std::vector<Square> before;
  for (const std::string& text : lines) {
    const auto line = parse_squares(text, size).value();
    std::size_t same = 0;
    while (same < line.size() && same < before.size() && line[same] == before[same]) ++same;
    for (std::size_t i = same; i < line.size(); ++i) builder.add(i, TreeMove::at(line[i], size));
    before = line;
  }
  return std::move(builder).finish();
}

TreeClaim black_from(const std::string& root) {
  return {RuleSet::freestyle, Color::black, {parse_squares(root, 15).value()}, MoveChoice::all};
}

}  // namespace

TEST_CASE("a claimed tree becomes the records that a slow reader finds", "[convert][tree_proof]") {
  const int size = 5;
  std::size_t with_findings = 0, with_records = 0, with_ends = 0;
  for (std::uint32_t seed = 1; seed <= 600; ++seed) {
    CAPTURE(seed);
    const GameTree tree = random_tree({.seed = seed, .nodes = 60 + seed % 200, .size = size, .deepest = 25});
    TreeClaim claim;
    claim.rule = static_cast<RuleSet>(seed % 3);
    claim.attacker = seed % 2 ? Color::black : Color::white;
    if (seed % 4 == 1) claim.roots = {{}};
    if (seed % 4 == 2) {  // a line of the tree that can be played
      std::vector<Square> root;
      Position position(size);
      for (TreeCursor at(tree); at.next() && at.left() == 0 && root.size() < 1 + seed % 3;) {
        if (at.move().is_none()) continue;
        if (!at.move().is_square() || (at.bits() & (is_text_only | is_out_of_turn)) != 0) break;
        if (!position.is_empty(at.move().square(size))) break;
        root.push_back(at.move().square(size));
        position.play(root.back());
      }
      claim.roots = {root, {}};
      std::swap(claim.roots[0], claim.roots[seed % 8 == 2]);
    }
    Oracle oracle(claim, size);
    oracle.run(nested(tree));
    const Proof expected = oracle.proof();
    const auto read = proof_of_tree(tree, claim);
    if (!read.ok()) FAIL(read.error().text());
    const Proof& found = read.value().proof;
    REQUIRE(found.records.count() == expected.records.count());
    REQUIRE(content_hash(found) == content_hash(expected));
    REQUIRE(found.findings.size() == oracle.findings.size());
    for (std::size_t i = 0; i < found.findings.size(); ++i) {
      REQUIRE(found.findings[i].kind == oracle.findings[i].kind);
      REQUIRE(found.findings[i].position == oracle.findings[i].position);
      REQUIRE(found.findings[i].by == oracle.findings[i].by);
      REQUIRE(found.findings[i].root.has_value() == !claim.roots.empty());
      if (claim.roots.empty()) continue;
      REQUIRE(*found.findings[i].root == oracle.findings[i].root);
      REQUIRE(found.findings[i].line == oracle.findings[i].line);
    }
    with_findings += !oracle.findings.empty();
    with_records += !oracle.moves.empty();
    with_ends += !oracle.ends.empty();
  }
  CHECK(with_findings > 300);
  CHECK(with_records > 300);
  CHECK(with_ends > 200);
}

TEST_CASE("a root is found whatever the order of its moves", "[convert][tree_proof]") {
  const GameTree tree = tree_of({"j9 a2 h8 i10 g6", "b3"});
  const auto read = test::value_of(proof_of_tree(tree, black_from("h8 a2 j9")));
  CHECK(read.proof.records.count() == 1);
  CHECK(stored_at(read.proof, "j9 a2 h8 i10") == "g6");

  const auto other = proof_of_tree(tree, black_from("h8 a2 j10"));
  REQUIRE_FALSE(other.ok());
  CHECK(other.error().code == ErrorCode::usage);
  CHECK_THAT(other.error().message, Catch::Contains("h8 a2 j10"));
}

TEST_CASE("a line that ends where another goes on claims no threats", "[convert][tree_proof]") {
  // The second line ends at a mirror image of the first one's position after g6.
  const GameTree tree = tree_of({"h8 g6 j9 b2 k4", "h8 i6 f9 n2"});
  const auto read = test::value_of(proof_of_tree(tree, black_from("")));
  const Proof& proof = read.proof;
  CHECK(proof.records.count() == 3);
  CHECK(stored_at(proof, "h8 i6 f9 n2") == "e4");
}

TEST_CASE("of several moves one can be picked", "[convert][tree_proof]") {
  const GameTree tree = tree_of({"h8 g6 j9 b2 k4", "h8 g6 j9 b2 k5", "h8 g6 c3"});
  TreeClaim claim = black_from("h8");
  auto read = proof_of_tree(tree, claim);
  REQUIRE(read.ok());
  CHECK(read.value().proof.records.count() == 4);
  claim.prefer = MoveChoice::first;
  read = proof_of_tree(tree, claim);
  REQUIRE(read.ok());
  CHECK(read.value().proof.records.count() == 2);
  CHECK(stored_at(read.value().proof, "h8 g6") == "j9");
  CHECK(stored_at(read.value().proof, "h8 g6 j9 b2") == "k4");
  claim.prefer = MoveChoice::smallest;
  read = proof_of_tree(tree, claim);
  REQUIRE(read.ok());
  CHECK(stored_at(read.value().proof, "h8 g6") == "c3");
}

TEST_CASE("the order of several moves in the file goes along, up to symmetry", "[convert][tree_proof]") {
  // The last line comes to the same position by transposition, and as a mirror image.
  const GameTree tree = tree_of({"h8 g6 j9 b2 k5", "h8 g6 j9 b2 k4", "h8 i6 f9 n2 a1", "h8 g6 c3"});
  const auto read = test::value_of(proof_of_tree(tree, black_from("h8")));
  const auto& order = read.proof.alternatives;
  REQUIRE(order.size() == 5);
  const auto is_stored = [&](std::size_t i, const std::string& line, const std::string& move) {
    Position position = after(line);
    Proof expected(RuleSet::freestyle, 15, Color::black);
    expected.records.add(position, parse_square(move, 15).value());
    expected.records.finish();
    return order[i].position == expected.records.at(0).position &&
           order[i].move == expected.records.at(0).move;
  };
  CHECK(is_stored(0, "h8 g6", "j9"));
  CHECK(is_stored(1, "h8 g6", "c3"));
  CHECK(is_stored(2, "h8 g6 j9 b2", "k5"));
  CHECK(is_stored(3, "h8 g6 j9 b2", "k4"));
  CHECK(is_stored(4, "h8 i6 f9 n2", "a1"));
}

TEST_CASE("renju: a move that leaves a five unparried is a record and a finding", "[convert][tree_proof]") {
  const std::string root = "h8 a1 i8 b1 j8 c1 k8";  // White to move, Black makes a five at g8 and at l8
  const GameTree tree = tree_of({root + " o15 l8", root + " g8 a15 b2", root + " e1"});
  TreeClaim claim{RuleSet::renju, Color::white, {parse_squares(root, 15).value()}};
  auto read = test::value_of(proof_of_tree(tree, claim));
  REQUIRE(read.proof.findings.size() == 3);  // neither does g8 parry both
  for (const Gap& finding : read.proof.findings) {
    CHECK(finding.kind == GapKind::refuted_move);
    CHECK(finding.position == after(root));
    CHECK(finding.line.empty());
  }
  CHECK(read.proof.findings[0].by == parse_square("g8", 15).value());
  CHECK(read.proof.findings[1].by == parse_square("l8", 15).value());
  CHECK(stored_at(read.proof, root + " g8 a15") == "b2");  // what is below may be needed elsewhere
  // The older rule sets leave it to verify.
  claim.rule = RuleSet::standard;
  CHECK(test::value_of(proof_of_tree(tree, claim)).proof.findings.empty());
}

TEST_CASE("renju: a four that is parried, or answered by a five, is no finding", "[convert][tree_proof]") {
  const std::string root = "h8 a1 i8 b1 j8 c1 k8 g8";  // Black to move: four in a row with one end open
  TreeClaim claim{RuleSet::renju, Color::black, {parse_squares(root, 15).value()}};
  CHECK(test::value_of(proof_of_tree(tree_of({root + " l8"}), claim)).proof.findings.empty());
  // White's four comes with his last stone, from within: d1 between b1, c1 and e1.
  const std::string parried = "h8 a15 i8 b1 o15 c1 o13 e1 o11 d1";
  claim.roots = {parse_squares("h8", 15).value()};
  auto read = test::value_of(proof_of_tree(tree_of({parried + " a1", parried + " o9"}), claim));
  CHECK(read.proof.findings.size() == 2);  // a1 and f1 are both open
  // White's six is a five for him: Black must not leave that either, nor can he when it is an overline of his
  // own.
  const std::string six = "h8 a1 i8 b1 o15 c1 o13 f1 o11 e1";
  read = test::value_of(proof_of_tree(tree_of({six + " d1", six + " o9"}), claim));
  REQUIRE(read.proof.findings.size() == 1);
  CHECK(read.proof.findings[0].by == parse_square("d1", 15).value());
  CHECK(read.proof.findings[0].line.size() == 9);
}

TEST_CASE("renju: an overline of Black at a root is the end", "[convert][tree_proof]") {
  const std::string root = "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9 f8";
  TreeClaim claim{RuleSet::renju, Color::white, {parse_squares(root, 15).value()}};
  const auto read = test::value_of(proof_of_tree(tree_of({root + " o1"}), claim));
  REQUIRE(read.proof.findings.size() == 1);
  CHECK(read.proof.findings[0].kind == GapKind::after_end);
  CHECK(read.proof.records.empty());
}

TEST_CASE("a root at which somebody has a five is the end", "[convert][tree_proof]") {
  for (const char* root : {"d8 a1 e8 a3 f8 a5 g8 a7 h8", "a1 d8 a3 e8 a5 f8 a7 g8 a9 h8"})
    for (Color attacker : {Color::black, Color::white})
      for (RuleSet rule : all_rule_sets) {
        CAPTURE(root, name_of(attacker), name_of(rule));
        const TreeClaim claim{rule, attacker, {parse_squares(root, 15).value()}};
        const auto read = test::value_of(proof_of_tree(tree_of({std::string(root) + " o1 o3"}), claim));
        REQUIRE(read.proof.findings.size() == 1);
        CHECK(read.proof.findings[0].kind == GapKind::after_end);
        CHECK(read.proof.records.empty());
      }
}

TEST_CASE("what is wrong whoever is said to win", "[convert][tree_proof]") {
  const std::string overline = "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9 f8";
  const GameTree tree = tree_of({overline + " o1", "c8 a1 d8 a1", "h8 a1 i8 b1 j8 c1 k8 o15 l8 o14"});
  const auto renju = test::value_of(findings_of_tree(tree, RuleSet::renju));
  REQUIRE(renju.size() == 3);
  CHECK(renju[0].kind == GapKind::forbidden_move);
  CHECK(renju[0].by == parse_square("f8", 15).value());
  CHECK(to_text(renju[0].line) == "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9");
  CHECK(renju[1].kind == GapKind::illegal_move);
  CHECK(renju[2].kind == GapKind::after_end);
  CHECK_FALSE(renju[2].root.has_value());
  CHECK(test::value_of(findings_of_tree(tree, RuleSet::standard)).size() == 2);
  CHECK(test::value_of(findings_of_tree(tree, RuleSet::freestyle)).size() == 3);  // six in a row are five
}

TEST_CASE("every position after so many moves can be a root", "[convert][tree_proof]") {
  const GameTree tree =
      tree_of({"h8 g6 j9 b2 k4 a1", "h8 g6 j9 b2 k5", "j9 b2 h8 g6 k4", "h8 i6 f9 n2 e4", "h8 g6 h8"});
  const auto lines = [&](std::size_t stones) {
    std::vector<std::string> texts;
    for (const auto& root : roots_after(tree, stones)) texts.push_back(to_text(root));
    return texts;
  };
  // A transposition and a mirror image are the same claim.
  CHECK(lines(5) == std::vector<std::string>{"h8 g6 j9 b2 k4", "h8 g6 j9 b2 k5"});
  CHECK(lines(1) == std::vector<std::string>{"h8", "j9"});
  CHECK(lines(6) == std::vector<std::string>{"h8 g6 j9 b2 k4 a1"});
  CHECK(lines(7).empty());
}

TEST_CASE("findings say where they stand in the file", "[convert][tree_proof]") {
  const GameTree tree = tree_of({"h8 h8 a1", "h8 g6 g6", "h8 g6 j9 j9"});
  std::vector<NodeNumber> asked;
  const auto read = proof_of_tree(tree, black_from("h8"), {}, [&](NodeNumber node) {
    asked.push_back(node);
    return std::optional<std::uint64_t>(1000 + 10 * node);
  });
  REQUIRE(read.ok());
  const auto& findings = read.value().proof.findings;
  REQUIRE(findings.size() == 3);
  CHECK(asked == std::vector<NodeNumber>{1, 4, 6});
  CHECK(findings[0].source_offset == 1010);
  CHECK(findings[1].source_offset == 1040);
  CHECK(findings[1].line == parse_squares("g6", 15).value());
  CHECK(findings[1].by == parse_square("g6", 15).value());
  CHECK(findings[2].position == after("h8 g6 j9"));
}

TEST_CASE("a move of the side whose turn it is not is a finding and not played", "[convert][tree_proof]") {
  for (const bool is_odd : {false, true}) {
    TreeBuilder builder(15, "a test");
    builder.add(0, TreeMove::at(parse_square("h8", 15).value(), 15));
    builder.add(1, TreeMove::at(parse_square("g6", 15).value(), 15),
                is_odd ? std::uint8_t{is_out_of_turn} : std::uint8_t{0});
    builder.add(2, TreeMove::at(parse_square("j9", 15).value(), 15));
    const auto read = proof_of_tree(std::move(builder).finish(), black_from("h8"));
    REQUIRE(read.ok());
    const auto& findings = read.value().proof.findings;
    REQUIRE(findings.size() == (is_odd ? 1 : 0));
    if (is_odd) CHECK(findings[0].kind == GapKind::illegal_move);
    CHECK(read.value().proof.records.count() == (is_odd ? 0 : 1));
  }
}

TEST_CASE("what follows a five is a finding and no record", "[convert][tree_proof]") {
  const GameTree tree = tree_of({"h8 a1 h9 a2 h10 a3 h11 a4 h12 a5 h13"});
  const auto read = proof_of_tree(tree, black_from("h8 a1"));
  REQUIRE(read.ok());
  REQUIRE(read.value().proof.findings.size() == 1);
  CHECK(read.value().proof.findings[0].kind == GapKind::after_end);
  CHECK(read.value().proof.findings[0].position == after("h8 a1 h9 a2 h10 a3 h11 a4 h12"));
  CHECK(read.value().proof.records.count() == 4);  // h9, h10, h11, h12
}

TEST_CASE("limits of records and findings hold for trees", "[convert][tree_proof]") {
  const GameTree tree = tree_of({"h8 h8", "h8 g6 g6", "h8 g6 j9", "h8 a1 j9"});
  ReaderLimits limits;
  limits.max_records = 2;
  limits.max_findings = 2;
  CHECK(proof_of_tree(tree, black_from("h8"), limits).ok());
  --limits.max_records;
  CHECK(proof_of_tree(tree, black_from("h8"), limits).error().code == ErrorCode::limit);
  ++limits.max_records;
  --limits.max_findings;
  CHECK(proof_of_tree(tree, black_from("h8"), limits).error().code == ErrorCode::limit);
}

TEST_CASE("a tree shows who may be the attacker, and where the claim may begin", "[convert][tree_hints]") {
  const auto hints =
      hints_of(tree_of({"h8 g6 j9 a1 k4", "h8 g6 j9 a2 k5", "h8 g6 j9 a3 k6 b1 c1", "h8 g6 j9 a3 k6 b2 c1"}));
  CHECK(hints.attacker() == Color::black);
  CHECK(hints.trunk == parse_squares("h8 g6 j9", 15).value());
  CHECK(hints.sides[0].positions == 7);
  CHECK(hints.sides[0].moves == 7);
  CHECK(hints.sides[0].last == 4);
  CHECK(hints.sides[1].positions == 3);
  CHECK(hints.sides[1].moves == 6);
  CHECK_THAT(hints.text(), Catch::Contains("--attacker black --root \"h8 g6 j9\""));

  const auto white = hints_of(tree_of({"h8 g6", "h9 g6 a1", "h9 g6 a2", "h9 g6 a3"}));
  CHECK(white.attacker() == Color::white);
  CHECK(white.trunk.empty());
  CHECK_FALSE(hints_of(tree_of({"h8 g6", "h8 g7"})).attacker() == Color::white);
  CHECK_FALSE(hints_of(GameTree()).attacker());
}
