#include "proof/tree/game_tree.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "game/notation.hpp"
#include "tests/convert/trees.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::at;
using test::bytes_of;
using test::text_of;

TEST_CASE("tree: a move is a square, a pass or nothing", "[convert]") {
  CHECK(TreeMove().is_none());
  CHECK(TreeMove::pass().is_pass());
  CHECK_FALSE(TreeMove::pass().is_square());
  for (const int size : {5, 15, 20})
    for (int column = 0; column < size; ++column)
      for (int row = 0; row < size; ++row) {
        const TreeMove move = TreeMove::at(Square(column, row), size);
        REQUIRE(move.is_square());
        REQUIRE(move.number() == column * size + row);
        REQUIRE(move.square(size) == Square(column, row));
        REQUIRE(TreeMove::from_number(move.number()) == move);
      }
}

TEST_CASE("tree: shape follows from the depths", "[convert]") {
  TreeBuilder builder(15, "");
  builder.add(0, TreeMove());
  builder.add(1, at("h8"));
  builder.add(2, at("a15"), is_marked | has_child);  // only what an author sets is taken
  builder.add(2, TreeMove::pass());
  builder.add(3, at("c2"));
  builder.add(1, at("i9"));
  const GameTree tree = std::move(builder).finish();
  REQUIRE(tree.node_count() == 6);
  CHECK(tree.has_root());
  CHECK(tree.bits(0) == has_child);
  CHECK(tree.bits(1) == (has_child | has_sibling));
  CHECK(tree.bits(2) == (has_sibling | is_marked));
  CHECK(tree.bits(3) == has_child);
  CHECK(tree.bits(4) == 0);
  CHECK(tree.bits(5) == 0);
}

TEST_CASE("tree: a cursor knows the line, and what it has left", "[convert]") {
  TreeBuilder builder(15, "");
  builder.add(0, at("h8"));
  builder.add(1, at("i9"));
  builder.add(2, at("j10"));
  builder.add(1, at("k3"));
  builder.add(0, at("b2"));
  const GameTree tree = std::move(builder).finish();
  std::string walked;
  for (TreeCursor cursor(tree); cursor.next();) {
    walked += std::to_string(cursor.left()) + ":";
    for (const NodeNumber node : cursor.line()) walked += to_text(tree.move(node).square(15)) + ' ';
    CHECK(cursor.depth() + 1 == cursor.line().size());
  }
  CHECK(walked == "0:h8 0:h8 i9 0:h8 i9 j10 2:h8 k3 2:b2 ");
}

TEST_CASE("tree: texts and source bits come with their nodes", "[convert]") {
  TreeBuilder builder(15, "x");
  builder.add(0, at("h8"));
  builder.add(1, at("i9"));
  builder.add_text(TextKind::comment, bytes_of("one"));
  builder.add_text(TextKind::board_text, bytes_of(""));
  builder.add(2, at("j10"));
  builder.add_source_bits(2, 5);
  builder.add_source_bits(0, 1);
  builder.add_source_bits(2, 8);
  builder.add_source_bits(1, 0);
  builder.add(2, at("j11"));
  builder.add_text(TextKind::board_text, bytes_of("one"));
  const GameTree tree = std::move(builder).finish();
  CHECK(tree.pool().count() == 2);
  CHECK(tree.pool().total_bytes() == 3);
  std::string walked;
  for (TreeCursor cursor(tree); cursor.next();) {
    walked += std::to_string(cursor.source_bits());
    for (const NodeText& text : cursor.texts())
      walked += " " + std::to_string(static_cast<int>(text.kind())) + text_of(tree.pool().at(text.text()));
    walked += ", ";
  }
  CHECK(walked == "1, 0 0one 2, 13, 0 2one, ");
}

TEST_CASE("tree: a pool keeps each text once", "[convert]") {
  TextPool pool;
  std::vector<std::string> texts;
  for (int i = 0; i < 5'000; ++i)
    texts.push_back(std::string(static_cast<std::size_t>(i % 7), 'x') + std::to_string(i));
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < texts.size(); ++i) REQUIRE(pool.intern(bytes_of(texts[i])) == i);
    pool.shrink();
  }
  CHECK(pool.count() == texts.size());
  for (std::uint32_t i = 0; i < texts.size(); ++i) REQUIRE(text_of(pool.at(i)) == texts[i]);
}

TEST_CASE("tree: random trees, walked, are the depths that they were made of", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::size_t> depths;
    TreeBuilder builder(15, "");
    for (int i = 0; i < 300; ++i) {
      depths.push_back(random() % (builder.line().size() + 1));
      builder.add(depths.back(), at("h8"));
    }
    const GameTree tree = std::move(builder).finish();
    std::size_t i = 0, before = 0;
    for (TreeCursor cursor(tree); cursor.next(); ++i) {
      REQUIRE(cursor.node() == i);
      REQUIRE(cursor.depth() == depths[i]);
      REQUIRE(cursor.line().size() == before - cursor.left() + 1);
      before = cursor.line().size();
    }
    CHECK(i == depths.size());
  }
}

TEST_CASE("tree: nothing is called by depth", "[convert]") {
  TreeBuilder builder(15, "");
  constexpr std::size_t nodes = 2'000'000;
  for (std::size_t i = 0; i < nodes; ++i) builder.add(i, TreeMove::pass());
  const GameTree tree = std::move(builder).finish();
  TreeCursor cursor(tree);
  while (cursor.next()) continue;
  CHECK(cursor.depth() == nodes - 1);
}
