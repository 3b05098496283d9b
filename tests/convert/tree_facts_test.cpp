#include "convert/tree/tree_facts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

#include "base/files/atomic_file.hpp"
#include "convert/formats.hpp"
#include "tests/bytes_of.hpp"
#include "tests/convert/results.hpp"
#include "tests/random_tree.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;

TEST_CASE("what a tree holds is counted", "[convert][facts]") {
  constexpr int size = 15;
  TreeBuilder builder(size, "");
  builder.add(0, TreeMove());  // the empty board
  builder.add(1, TreeMove::at({7, 7}, size), is_marked);
  builder.add(2, TreeMove::pass());
  builder.add(3, TreeMove::at({8, 8}, size), is_out_of_turn);
  builder.add(2, TreeMove::at({6, 6}, size), is_text_only);
  const std::uint8_t text[] = {'x', 'y'};
  builder.add_text(TextKind::comment, text);
  builder.add_text(TextKind::board_text, text);
  builder.add(0, TreeMove::at({0, 0}, size), is_start);

  const TreeFacts facts = facts_of(std::move(builder).finish());
  CHECK(facts.nodes == 6);
  CHECK(facts.moves == 3);
  CHECK(facts.passes == 1);
  CHECK(facts.without_move == 2);
  CHECK(facts.lines == 3);
  CHECK(facts.depth == 3);
  CHECK(facts.marked == 1);
  CHECK(facts.starts == 1);
  CHECK(facts.out_of_turn == 1);
  CHECK(facts.texts[static_cast<std::size_t>(TextKind::comment)] == 1);
  CHECK(facts.texts[static_cast<std::size_t>(TextKind::board_text)] == 1);
  CHECK(facts.text_bytes == 2);
  CHECK(facts_of(TreeBuilder(size, "").finish()).depth == 0);
}

TEST_CASE("a file that claims nothing is a tree, until somebody claims", "[convert][facts]") {
  test::TemporaryFolder folder;
  REQUIRE(write_file(folder.file("a.moves"), test::bytes_of("# one\nh8 i9 h6\nh8 i9 g9 a15\n")).ok());
  const std::string path = folder.file("a.moves");
  Wanted wanted;
  const auto tree = test::value_of(read_contents(path, Format::moves, wanted));
  REQUIRE(tree.tree.has_value());
  CHECK_FALSE(tree.proof.has_value());
  CHECK(tree.missing == "--rule, --attacker, --root (--root none: no claim)");

  wanted.attacker = Color::black;
  CHECK(read_contents(path, Format::moves, wanted).error().code == ErrorCode::usage);
  wanted.rule = RuleSet::freestyle;
  wanted.roots.emplace(1, std::vector<Square>{{7, 7}, {8, 8}});
  const auto proof = test::value_of(read_contents(path, Format::moves, wanted));
  CHECK(proof.proof.has_value());
  CHECK_FALSE(proof.tree.has_value());
}

TEST_CASE("a foreign file is read within the memory that it may take", "[convert][facts]") {
  test::TemporaryFolder folder;
  const std::size_t megabyte = std::size_t{1} << 20;
  Wanted wanted;
  wanted.limits.budget.bytes = 1;
  REQUIRE(write_file(folder.file("a.sgf"), std::vector<std::uint8_t>(megabyte + 1)).ok());
  CHECK(read_contents(folder.file("a.sgf"), Format::sgf, wanted).error().code == ErrorCode::limit);
  CHECK(read_proof_file(folder.file("a.sgf"), Format::sgf, wanted).error().code == ErrorCode::limit);
  CHECK(read_tree_file(folder.file("a.sgf"), Format::sgf, {}, wanted.limits).error().code ==
        ErrorCode::limit);
  REQUIRE(write_file(folder.file("a.sgf"), std::vector<std::uint8_t>(megabyte)).ok());
  CHECK(read_contents(folder.file("a.sgf"), Format::sgf, wanted).error().code == ErrorCode::malformed);
  // Written only: not a byte is read.
  CHECK(read_contents("/dev/zero", Format::dot, wanted).error().code == ErrorCode::unsupported);
}
TEST_CASE("tree facts: a move onto a square that has a stone is found", "[convert]") {
  std::size_t found = 0;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    const GameTree tree = test::random_tree({.seed = seed, .nodes = 120, .size = 5, .deepest = 30});
    std::vector<NodeNumber> expected, seen;
    std::vector<std::optional<Square>> line;  // what each node of it puts on the board
    for (TreeCursor at(tree); at.next();) {
      line.resize(at.depth());
      const bool is_stone = at.plays() && at.move().is_square();
      const auto square = is_stone ? std::optional(at.move().square(5)) : std::nullopt;
      if (is_stone && std::ranges::find(line, square) != line.end()) expected.push_back(at.node());
      line.push_back(square);
    }
    for_each_occupied(tree, [&](NodeNumber node) { seen.push_back(node); });
    CHECK(seen == expected);
    found += seen.size();
  }
  CHECK(found > 100);
}
