#include "convert/proof/tree_of_proof.hpp"

#include <catch2/catch.hpp>

#include "convert/renlib/renlib.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "tests/convert/proof_fixtures.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/tree_check.hpp"
#include "tests/convert/trees.hpp"
#include "tests/paths.hpp"

namespace tree_of_proof_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using fiveproof::test::CheckedTree;
using fiveproof::test::difference;
using fiveproof::test::tangled_proof;

namespace {

/// Positions as moves, with the attacker's move behind them; "-": none.
Proof proof_of(const std::vector<std::pair<std::string, std::string>>& records,
               const std::vector<Root>& roots, int size = 15, Color attacker = Color::black) {
  Proof proof(RuleSet::freestyle, size, attacker);
  for (const auto& [moves, move] : records) {
    const Position position = after(moves, size);
    if (move == "-")
      proof.records.add(position, std::nullopt);
    else
      proof.records.add(position, parse_square(move, size).value());
  }
  proof.roots = roots;
  proof.records.finish();
  return proof;
}

TreeOfProof tree_of(const Proof& proof, const TreeOfProofOptions& options = {}) {
  return test::value_of(tree_of_proof(proof, options));
}

/// A line for each node below the first, indented by its depth: move, comment.
std::string text_of(const GameTree& tree) {
  std::string out;
  for (TreeCursor at(tree); at.next();) {
    if (at.node() == 0) continue;
    out += std::string(at.depth() - 1, ' ');
    out += at.move().is_pass() ? "--" : to_text(at.move().square(tree.size()));
    for (const NodeText& text : at.texts()) {
      std::string words = test::text_of(tree.pool().at(text.text()));
      std::ranges::replace(words, '\n', '/');
      out += " (" + words + ")";
    }
    out += '\n';
  }
  return out;
}

std::string first_comment(const GameTree& tree) {
  return test::text_of(tree.pool().at(tree.texts()[0].text()));
}

auto refused(const Proof& proof, const TreeOfProofOptions& options = {}) {
  return test::code_of(tree_of_proof(proof, options));
}

/// The same nodes, each looked at by `change` first, which may change it and says whether it stays. Nodes
/// below one that does not stay go, too.
struct ChangedNode {
  NodeNumber node;
  std::size_t depth;
  TreeMove move;
  std::string comment;
};
template <class Change>
GameTree changed(const GameTree& tree, Change change) {
  TreeBuilder builder(tree.size(), "");
  std::size_t gone_below = ~std::size_t{0};
  for (TreeCursor at(tree); at.next();) {
    if (at.depth() > gone_below) continue;
    gone_below = ~std::size_t{0};
    ChangedNode node{at.node(), at.depth(), at.move(), ""};
    for (const NodeText& text : at.texts()) node.comment = test::text_of(tree.pool().at(text.text()));
    if (!change(node)) {
      gone_below = at.depth();
      continue;
    }
    builder.add(at.depth(), node.move);
    if (!node.comment.empty()) test::add_comment(builder, node.comment);
  }
  return std::move(builder).finish();
}

}  // namespace

TEST_CASE("tree of a proof: moves stand where they are played", "[convert]") {
  // Not one of these moves has an image that could be taken for another.
  const Proof proof =
      proof_of({{"h8 j10 g6 c2", "k7"}, {"h8 j10 g6 d9", "-"}, {"h8 j10", "g6"}}, {root_after("h8 j10")});
  const TreeOfProof made = tree_of(proof);
  const std::string text = text_of(made.tree);
  // h8 and j10 lie on a diagonal: the record's move may be g6 or its mirror image f7, with all that follows.
  CHECK((text == "h8\n j10 (claim: black wins)\n  g6\n   d9 (wins by threats)\n   c2\n    k7\n" ||
         text == "h8\n j10 (claim: black wins)\n  f7\n   i4 (wins by threats)\n   b3\n    g11\n"));
  CHECK(difference(proof, made.tree) == "");
  CHECK(made.expanded == 3);
  CHECK(made.continued == 0);
  CHECK(made.losses.empty());
  CHECK(first_comment(made.tree) ==
        "freestyle 15x15, black attacks; 3 records, proof " + content_hash(proof));
}

TEST_CASE("tree of a proof: an asymmetric line is exactly that line", "[convert]") {
  const Proof proof = proof_of({{"h8 j9 g6 c2", "k7"}, {"h8 j9", "g6"}}, {root_after("h8 j9")});
  CHECK(text_of(tree_of(proof).tree) == "h8\n j9 (claim: black wins)\n  g6\n   c2\n    k7\n");
  for (int s = 0; s < Symmetry::count; ++s) {
    Proof other = proof;
    other.roots = test::turned(proof.roots, Symmetry(s));
    const GameTree tree = tree_of(other).tree;
    std::string moves;
    for (const char* square : {"h8", "j9", "g6", "c2", "k7"})
      moves += to_text(Symmetry(s).apply(parse_square(square, 15).value(), 15)) + " ";
    std::string found;
    for (TreeCursor at(tree); at.next();)
      if (at.node() != 0) found += to_text(at.move().square(15)) + " ";
    CHECK(found == moves);
  }
}

TEST_CASE("tree of a proof: what was met before continues there", "[convert]") {
  SECTION("on the same board, whoever is to move") {
    const Proof proof = proof_of(
        {{"h8 a2", "j9"}, {"h8 c2", "j9"}, {"h8 d7", "-"}, {"h8 a2 j9 c2", "k3"}, {"h8 a2 j9 c2 k3 f5", "-"}},
        {root_after("h8 a2"), root_after("h8 c2")});
    CHECK(text_of(tree_of(proof).tree) ==
          "h8\n"
          " a2 (claim: black wins)\n"
          "  j9\n"
          "   c2\n"
          "    k3\n"
          "     f5 (wins by threats)\n"
          " c2 (claim: black wins)\n"
          "  j9\n"
          "   a2 (continues at h8 a2 j9 c2)\n");
    const Proof twice = proof_of({{"h8 a2", "j9"}, {"j9 a2", "h8"}, {"h8 a2 j9 c2", "k3"}},
                                 {root_after("h8 a2"), root_after("j9 a2")});
    CHECK(text_of(tree_of(twice).tree) ==
          "j9\n a2 (claim: black wins)\n  h8\n   c2\n    k3\n"
          "h8\n a2 (claim: black wins)\n  j9 (continues at j9 a2 h8)\n");
  }
  SECTION("turned and mirrored") {
    // The answer to i8 is not symmetrical, so that the boards after it differ.
    const Proof proof = proof_of({{"h8 i8", "j10"}}, {root_after("h8")});
    const TreeOfProof made = tree_of(proof);
    const std::string text = text_of(made.tree);
    CHECK(difference(proof, made.tree) == "");
    CHECK(made.expanded == 1);
    CHECK(made.continued == 3);
    CHECK(text.starts_with("h8 (claim: black wins)\n h9\n  "));  // the topmost of the four
    for (const char* square : {"\n g8", "\n i8", "\n h7"})
      CHECK(text.find(std::string(square) + " (continues at h8 h9, ") != std::string::npos);
  }
}

TEST_CASE("tree of a proof: the way to a root", "[convert]") {
  SECTION("roots share what they have in common, and one may be below another") {
    const Proof proof = proof_of(
        {{"h8 a2", "j9"}, {"h8 a2 j9 c2", "k3"}, {"b2 c3", "-"}},
        {root_after("h8 a2 j9 c2 k3 d4"), root_after("b2 c3"), root_after("h8"), root_after("h8 b5")});
    const TreeOfProof made = tree_of(proof);
    CHECK(difference(proof, made.tree) == "");
    const std::string text = text_of(made.tree);
    CHECK(text.ends_with("b2\n c3 (claim: black wins/wins by threats)\n"));
    CHECK(text.find("\n  j9\n   c2\n    k3\n     d4 (claim: black wins/not stored)\n") != std::string::npos);
    CHECK(text.find(" b5 (claim: black wins/not stored)\n") != std::string::npos);
    CHECK(made.losses == std::vector<std::string>{"2 roots not stored"});
  }
  SECTION("stones are put in an order") {
    const auto order = [](const std::string& black, const std::string& white, Color to_move) {
      const auto position =
          position_of(parse_squares(black, 15).value(), parse_squares(white, 15).value(), to_move, 15);
      const TreeOfProof made = tree_of(proof_of({}, {Root{position.value(), std::nullopt}}));
      std::string moves;
      for (TreeCursor at(made.tree); at.next();)
        if (at.node() != 0) moves += (at.move().is_pass() ? "--" : to_text(at.move().square(15))) + " ";
      return moves + "; " + made.losses.at(0);
    };
    const std::string made_up = " given by stones: the order of the moves is made up";
    CHECK(order("j9 h8", "c2 k1", Color::black) == "h8 c2 j9 k1 ; 1 root" + made_up);
    CHECK(order("j9 h8", "c2", Color::white) == "h8 c2 j9 ; 1 root" + made_up);
    CHECK(order("j9 h8", "c2", Color::black) == "h8 c2 j9 -- ; 1 root" + made_up + ", with 1 pass");
    CHECK(order("", "c2 k1", Color::black) == "-- c2 -- k1 ; 1 root" + made_up + ", with 2 passes");
    CHECK(order("", "", Color::white) == "-- ; 1 root" + made_up + ", with 1 pass");
    CHECK(order("b2", "b3", Color::white) == "b2 b3 -- ; 1 root" + made_up + ", with 1 pass");
  }
  SECTION("the empty board is the first node") {
    const Proof proof = proof_of({{"", "h8"}}, {root_after("")});
    const GameTree tree = tree_of(proof).tree;
    CHECK(text_of(tree) == "h8\n");
    CHECK(first_comment(tree).ends_with("\nclaim: black wins"));
  }
}

TEST_CASE("tree of a proof: what is wrong is there as well", "[convert]") {
  Proof proof =
      proof_of({{"h8 a2", "h8"}, {"h8 a2", "j9"}, {"h8 a2", "-"}, {"c5 c7", "c8"}}, {root_after("h8 a2")});
  Gap finding;
  finding.position = after("h8");
  proof.findings.push_back(finding);
  const TreeOfProof made = tree_of(proof);
  CHECK(text_of(made.tree) == "h8\n a2 (claim: black wins/wins by threats)\n  j9\n  h8 (illegal move)\n");
  CHECK(made.losses ==
        std::vector<std::string>{"1 move onto an occupied square",
                                 "1 record without a move beside one with a move: only a comment says so",
                                 "1 record that no claim leads to", "1 finding"});
}

TEST_CASE("tree of a proof: the game ends with a five", "[convert]") {
  const Proof proof = proof_of({{"d4 a1 e4 a2 f4 a3 g4 a5", "h4"}, {"d4 a1 e4 a2 f4 a3 g4 a5 h4 k9", "b2"}},
                               {root_after("d4 a1 e4 a2 f4 a3 g4 a5")});
  const TreeOfProof made = tree_of(proof);
  CHECK(made.tree.node_count() == 10);
  CHECK(difference(proof, made.tree) == "");
  CHECK(made.losses == std::vector<std::string>{"1 record that no claim leads to"});
}

TEST_CASE("tree of a proof: random proofs, on every board", "[convert]") {
  for (unsigned seed = 1; seed <= 40; ++seed)
    for (const Color attacker : {Color::black, Color::white}) {
      CAPTURE(seed, name_of(attacker));
      Proof proof = tangled_proof({.seed = seed,
                                   .size = 5 + static_cast<int>(seed % 5),
                                   .attacker = attacker,
                                   .positions = 20 + seed * 3});
      const TreeOfProof made = tree_of(proof);
      REQUIRE(difference(proof, made.tree) == "");
      if (seed > 4) continue;
      const auto roots = proof.roots;
      for (int s = 1; s < Symmetry::count; ++s) {
        proof.roots = test::turned(roots, Symmetry(s));
        const TreeOfProof other = tree_of(proof);
        REQUIRE(difference(proof, other.tree) == "");
        CHECK(other.expanded == made.expanded);
      }
    }
}

TEST_CASE("tree of a proof: cut at a depth", "[convert]") {
  std::uint64_t cuts = 0;
  for (unsigned seed = 1; seed <= 20; ++seed)
    for (std::size_t depth = 0; depth <= 5; ++depth) {
      CAPTURE(seed, depth);
      const Proof proof = tangled_proof({.seed = seed});
      const TreeOfProof made = tree_of(proof, {.max_depth = depth});
      CheckedTree wanted;
      wanted.max_depth = depth;
      REQUIRE(difference(proof, made.tree, wanted) == "");
      cuts += made.cut;
    }
  CHECK(cuts > 100);
  const Proof proof = proof_of({{"h8 a2", "j9"}, {"h8 a2 j9 c2", "k3"}}, {root_after("h8 a2")});
  CHECK(text_of(tree_of(proof, {.max_depth = 0}).tree) == "h8\n a2 (claim: black wins/cut here)\n");
  CHECK(text_of(tree_of(proof, {.max_depth = 2}).tree) ==
        "h8\n a2 (claim: black wins)\n  j9\n   c2 (cut here)\n");
  CHECK(text_of(tree_of(proof, {.max_depth = 3}).tree) ==
        "h8\n a2 (claim: black wins)\n  j9\n   c2\n    k3\n");
  CHECK(tree_of(proof, {.max_depth = 100'000}).tree == tree_of(proof).tree);
}

TEST_CASE("tree of a proof: everything in full, up to a limit", "[convert]") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const Proof proof = tangled_proof({.seed = seed, .positions = 40});
    const TreeOfProof made = tree_of(proof, {.expand_all = true});
    CheckedTree wanted;
    wanted.expand_all = true;
    REQUIRE(difference(proof, made.tree, wanted) == "");
    CHECK(made.continued == 0);
    const std::uint64_t nodes = made.tree.node_count();
    CHECK(tree_of(proof, {.expand_all = true, .max_nodes = nodes}).tree == made.tree);
    CHECK(refused(proof, {.expand_all = true, .max_nodes = nodes - 1}) == ErrorCode::limit);
  }
  const Proof proof = tangled_proof({.seed = 3});
  const TreeOfProof made = tree_of(proof);
  const std::uint64_t nodes = made.tree.node_count(), bytes = made.tree.pool().total_bytes();
  CHECK(refused(proof, {.max_nodes = nodes - 1}) == ErrorCode::limit);
  CHECK(tree_of(proof, {.max_nodes = nodes, .max_text_bytes = bytes}).tree == made.tree);
  CHECK(refused(proof, {.max_text_bytes = bytes / 2}) == ErrorCode::limit);
}

TEST_CASE("tree of a proof: a sub-tree", "[convert]") {
  const Proof proof =
      proof_of({{"h8 a2", "j9"}, {"h8 a2 j9 c2", "k3"}, {"h8 a2 j9 c2 k3 f5", "-"}}, {root_after("h8 a2")});
  CHECK(text_of(tree_of(proof, {.root = root_after("h8 a2 j9 c2")}).tree) ==
        "h8\n a2\n  j9\n   c2 (claim: black wins)\n    k3\n     f5 (wins by threats)\n");
  CHECK(text_of(tree_of(proof, {.root = root_after("h8 a2 j9")}).tree) ==
        "h8\n a2\n  j9 (claim: black wins)\n   c2\n    k3\n     f5 (wins by threats)\n");
  // Any board that looks like the stored one will do.
  CHECK(text_of(tree_of(proof, {.root = root_after("h8 o14 f7 m14")}).tree) ==
        "h8\n o14\n  f7\n   m14 (claim: black wins)\n    e13\n     j11 (wins by threats)\n");
  CHECK(refused(proof, {.root = root_after("h8 a3")}) == ErrorCode::usage);
  CHECK(refused(proof, {.root = root_after("b2", 9)}) == ErrorCode::usage);
  CHECK(refused(proof_of({{"h8 a2", "j9"}}, {})) == ErrorCode::usage);
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const Proof tangled = tangled_proof({.seed = seed});
    for (std::size_t i = 0; i < tangled.records.count(); i += 7) {
      CheckedTree wanted;
      wanted.root = Root{tangled.records.at(i).position, std::nullopt};
      REQUIRE(difference(tangled, tree_of(tangled, {.root = wanted.root}).tree, wanted) == "");
    }
  }
}

TEST_CASE("tree of a proof: the check of these tests sees what is wrong", "[convert]") {
  // Small, so that every node can be damaged, and yet tangled.
  Proof proof = tangled_proof({});
  GameTree tree = tree_of(proof).tree;
  for (unsigned seed = 1; tree.node_count() > 150 || tree_of(proof).continued < 10; ++seed) {
    REQUIRE(seed < 500);
    proof = tangled_proof({.seed = seed, .positions = 30});
    tree = tree_of(proof).tree;
  }
  REQUIRE(difference(proof, tree) == "");
  std::size_t without = 0, moved = 0, silent = 0, sent_elsewhere = 0, all = 0, references = 0;
  for (NodeNumber target = 1; target < tree.node_count(); ++target) {
    ++all;
    without += difference(proof, changed(tree, [&](const ChangedNode& n) { return n.node != target; })) != "";
    moved += difference(proof, changed(tree, [&](ChangedNode& n) {
                          if (n.node == target && n.move.is_square())
                            n.move =
                                TreeMove::from_number(static_cast<std::uint16_t>((n.move.number() + 1) % 36));
                          else if (n.node == target)
                            n.move = TreeMove::from_number(35);
                          return true;
                        })) != "";
    bool is_reference = false;
    const auto change_comment = [&](const std::string& by) {
      return difference(proof, changed(tree, [&](ChangedNode& n) {
                          if (n.node != target || n.comment.find("continues at ") == std::string::npos)
                            return true;
                          is_reference = true;
                          n.comment = by;
                          return true;
                        })) != "";
    };
    silent += change_comment("");
    sent_elsewhere += change_comment("continues at " + to_text(Square(0, 0)));
    references += is_reference;
  }
  CHECK(without == all);
  CHECK(moved > all * 9 / 10);
  CHECK(references >= 10);
  CHECK(sent_elsewhere == references);
  CHECK(silent == references);
}

TEST_CASE("tree of a proof: as a library, and back", "[convert]") {
  const Proof proof = tangled_proof({.seed = 4, .size = 15, .positions = 150});
  const GameTree tree = tree_of(proof).tree;
  const auto written = test::value_of(write_renlib(tree));
  CHECK(written.losses.empty());
  const auto read = test::value_of(read_renlib(written.bytes));
  CHECK(read.tree.node_count() == tree.node_count());
  CHECK(difference(proof, read.tree) == "");
}

TEST_CASE("tree of a proof: those that are published", "[.][published]") {
  for (const std::string name : {"freestyle15.fvp", "standard15.fvp"}) {
    CAPTURE(name);
    const auto proof = test::value_of(read_fvp_file(test::in_project("proofs/" + name), {}));
    const TreeOfProof made = tree_of(proof);
    CHECK(made.expanded == proof.records.count());
    CHECK(made.losses.empty());
    CheckedTree some;
    some.look_at_every = 500;
    CHECK(difference(proof, made.tree, some) == "");
    CheckedTree wanted;
    wanted.max_depth = 3;
    CHECK(difference(proof, tree_of(proof, {.max_depth = 3}).tree, wanted) == "");
    CHECK(refused(proof, {.max_nodes = made.tree.node_count() - 1}) == ErrorCode::limit);
  }
}

}  // namespace tree_of_proof_test
