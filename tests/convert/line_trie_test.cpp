#include "convert/tree/line_trie.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "convert/tree/tree_lines.hpp"
#include "game/notation.hpp"
#include "tests/convert/games.hpp"
#include "tests/random_tree.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::at;

namespace {

LineTrie::Place add(LineTrie& trie, const test::Line& line, std::uint32_t offset = 0) {
  LineTrie::Place place = LineTrie::start;
  for (const TreeMove move : line) place = trie.step(place, move, offset++).value();
  return place;
}

GameTree tree_of(LineTrie&& trie) {
  TreeBuilder builder(15, "");
  (void)std::move(trie).move_into(builder);
  return std::move(builder).finish();
}

std::string text_of(std::span<const TreeMove> moves) {
  std::string text;
  for (const TreeMove move : moves) text += (text.empty() ? "" : " ") + to_text(move, 15);
  return text;
}

}  // namespace

TEST_CASE("line trie: equal beginnings are one line, siblings stay as they came", "[convert]") {
  LineTrie trie(100);
  add(trie, {at("h8"), at("i9"), at("g7")}, 10);
  add(trie, {at("a1")}, 20);
  add(trie, {at("h8"), at("a1"), at("g7")}, 30);
  add(trie, {at("h8"), at("i9"), TreeMove::pass()}, 40);
  add(trie, {at("h8"), at("i9")}, 50);
  CHECK(trie.node_count() == 7);
  TreeBuilder builder(15, "");
  const auto offsets = std::move(trie).move_into(builder);
  CHECK(test::text_of(std::move(builder).finish()) == "h8(i9(g7 --) a1(g7)) a1");
  CHECK(offsets == std::vector<std::uint64_t>{10, 11, 12, 42, 31, 32, 20});
}

TEST_CASE("line trie: comments are lines of one text, a comment of the start makes a root", "[convert]") {
  LineTrie trie(100);
  const auto end = add(trie, {at("h8"), at("i9")});
  const auto inner = add(trie, {at("h8")});
  trie.add_comment(end, "first");
  trie.add_comment(inner, "");
  trie.add_comment(end, "second");
  trie.set_source_bits(inner, 7);
  CHECK(trie.has_source_bits(inner));
  CHECK_FALSE(trie.has_source_bits(end));
  SECTION("without a root") {
    const GameTree tree = tree_of(std::move(trie));
    CHECK(test::text_of(tree) == "h8\"\"(i9\"first\nsecond\")");
    REQUIRE(tree.source_bits().size() == 1);
    CHECK(tree.source_bits()[0] == SourceBits{0, 7});
  }
  SECTION("with a root") {
    trie.add_comment(LineTrie::start, "nothing played");
    const GameTree tree = tree_of(std::move(trie));
    CHECK(test::text_of(tree) == ".\"nothing played\"(h8\"\"(i9\"first\nsecond\"))");
    CHECK(tree.has_root());
    CHECK(tree.source_bits()[0] == SourceBits{1, 7});
  }
}

TEST_CASE("line trie: the last node that is allowed is made, no other", "[convert]") {
  LineTrie trie(2);
  const auto first = trie.step(LineTrie::start, at("h8"), 0);
  const auto second = trie.step(*first, at("h8"), 0);
  REQUIRE(second.has_value());
  CHECK_FALSE(trie.step(*second, at("h8"), 0).has_value());
  CHECK(trie.step(LineTrie::start, at("h8"), 0) == first);
  CHECK(trie.node_count() == 2);
}

TEST_CASE("line trie: it holds the beginnings of all lines, each once", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto lines = test::random_lines(seed, 15, 1 + seed * seed, true);
    std::set<std::string> wanted;
    LineTrie trie(1 << 20);
    for (const test::Line& line : lines) {
      add(trie, line);
      for (std::size_t i = 1; i <= line.size(); ++i) wanted.insert(text_of(std::span(line).first(i)));
    }
    CHECK(trie.node_count() == wanted.size());
    const GameTree tree = tree_of(std::move(trie));
    CHECK(tree.node_count() == wanted.size());
    CHECK(test::nodes_of(tree) == wanted);
  }
}

TEST_CASE("line trie: a line of a million moves is only a line", "[convert]") {
  LineTrie trie(1 << 21);
  LineTrie::Place place = LineTrie::start;
  for (int i = 0; i < 1'000'000; ++i) place = trie.step(place, at("h8"), 0).value();
  const GameTree tree = tree_of(std::move(trie));
  CHECK(tree.node_count() == 1'000'000);
  std::size_t lines = 0, moves = 0;
  const LeftOut out = for_each_line(tree, [&](const TreeLine& line) { ++lines, moves += line.moves.size(); });
  CHECK(lines == 1);
  CHECK(moves == 1'000'000);
  CHECK(out.equal == 0);
}

TEST_CASE("tree lines: one for each leaf, and a count of what is in none", "[convert]") {
  const std::uint8_t text[] = {'x'};
  TreeBuilder builder(15, "somewhere");
  builder.set_fact("f", {});
  builder.add(0, TreeMove(), is_start);
  builder.add_text(TextKind::comment, text);
  builder.add(1, at("h8"));
  builder.add(2, at("i9"), is_marked);
  builder.add(3, at("a1"), is_text_only);  // no stone: i9 is a leaf
  builder.add_text(TextKind::board_text, text);
  builder.add(2, at("j9"), is_out_of_turn);
  builder.add_text(TextKind::comment, text);
  builder.add_text(TextKind::properties, text);
  builder.add(2, at("i9"));
  builder.add(3, TreeMove());
  builder.add(4, at("k9"));  // goes on after the node without a move
  builder.add(1, TreeMove::pass());
  builder.add_text(TextKind::old_comment, text);
  const GameTree tree = std::move(builder).finish();
  std::vector<std::string> lines;
  const LeftOut out = for_each_line(
      tree, [&](const TreeLine& line) { lines.push_back(text_of(line.moves) + (line.comment ? "!" : "")); });
  CHECK(lines == std::vector<std::string>{"h8 i9", "h8 j9!", "h8 i9 k9", "--"});
  std::vector<std::string> losses;
  out.name(tree, losses);
  CHECK(losses == std::vector<std::string>{
                      "1 comment before the end of a line", "1 old comment", "1 label", "1 mark", "1 start",
                      "1 node with properties of the source somewhere",
                      "1 move out of turn: a line gives it, and those after it, to the other side",
                      "2 nodes without a stone", "1 move equal to a sibling: a reader makes one of them",
                      "1 fact of the source somewhere"});
}

TEST_CASE("tree lines: put into a trie again they are the tree", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const GameTree tree = test::random_tree({seed, 200, 15, 12, false, false});
    LineTrie trie(1 << 20);
    std::set<std::string> leaves;
    const LeftOut out = for_each_line(tree, [&](const TreeLine& line) {
      add(trie, {line.moves.begin(), line.moves.end()});
      leaves.insert(text_of(line.moves));
    });
    // All stones but those that are there already, and nothing else.
    std::size_t stones = 0;
    for (NodeNumber node = 0; node < tree.node_count(); ++node)
      stones += !tree.move(node).is_none() && (tree.bits(node) & is_text_only) == 0;
    CHECK(trie.node_count() == stones - out.equal);
    CHECK(!leaves.empty());
  }
}
