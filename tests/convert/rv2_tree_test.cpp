#include <catch2/catch.hpp>

#include "convert/renlib/renlib.hpp"
#include "convert/rv2/rv2.hpp"
#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/convert/trees.hpp"
#include "tests/random_tree.hpp"

namespace rv2_tree_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::at;
using test::bytes_of;
using test::lines_text;
using test::remarks_text;
using test::through_section;
using test::tree_text;

namespace {

TreeReading read(std::string_view text, const TreeReadOptions& options = {}) {
  return test::located(read_rv2_tree(bytes_of(text), options));
}

Error refuse(std::string_view text, const TreeReadOptions& options = {}) {
  return test::error_of(read_rv2_tree(bytes_of(text), options));
}

TreeWriting write(const GameTree& tree) { return test::value_of(write_rv2_tree(tree)); }

std::string written(const GameTree& tree) { return test::text_of(write(tree).bytes); }

}  // namespace

TEST_CASE("claimed lengths are read from their own comments alone", "[convert]") {
  CHECK(comment_of_length(17) == "claimed length 17");
  for (const std::uint64_t plies : {std::uint64_t{1}, std::uint64_t{225}, ~std::uint64_t{0}})
    CHECK(length_of_comment(bytes_of(comment_of_length(plies))) == plies);
  const std::string_view other =
      GENERATE("", "17", "claimed length", "claimed length ", "claimed length 0", "claimed length 017",
               "claimed length 17 ", "claimed length +17", "claimed length -1", "claimed length 17 plies",
               "Claimed length 17", " claimed length 17", "claimed length 18446744073709551616");
  CAPTURE(other);
  CHECK_FALSE(length_of_comment(bytes_of(other)).has_value());
}

TEST_CASE("rv2 tree: squares are read with a1 at the bottom left", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  const TreeReading reading = read(R"({"h8":{"j10":{"a15":{"o2":{"c14":17}},"g6":18}}})");
  CHECK(tree_text(reading.tree) == "h8(j10(a15(o2(c14\"claimed length 17)) g6\"claimed length 18))");
  CHECK(reading.tree.move(2).square(15) == Square(0, 14));
  CHECK(reading.tree.source() == "rv2");
  CHECK(reading.attacker == Color::black);
  CHECK_FALSE(reading.rule.has_value());
  CHECK(reading.offsets == std::vector<std::uint64_t>{1, 7, 14, 21, 27, 38});
  CHECK(lines_text(reading.carried) == "6 moves read, 2 claimed lengths as comments\n");
  CHECK(reading.losses.empty());
  CHECK(reading.oddities.empty());
}

TEST_CASE("rv2 tree: compact files come back byte for byte, through a section too", "[convert]") {
  const std::string_view text = GENERATE(
      R"({"h8":{"h10":{"g7":{"b10":{"g8":17},"j12":18}}}})", R"({"h8":3,"a1":{"h8":2},"o15":1})",
      R"({"h8":{"h8":{"h8":18446744073709551615}}})", R"({"h8":{"i9":3,"i9":{"a1":2,"a1":2}},"h8":1})",
      R"({"h8":{"i9":{},"a2":{"b1":{}}}})", "{}", "{}\n", "{\"h8\":1}\r\n \t\n");
  CAPTURE(text);
  const TreeReading reading = read(text);
  CHECK(reading.losses.empty());
  CHECK(written(reading.tree) == text);
  const GameTree back = through_section(reading.tree);
  CHECK((back == reading.tree));
  CHECK(written(back) == text);
  CHECK(write(back).losses.empty());
}

TEST_CASE("rv2 tree: what is unusual is told with its place", "[convert]") {
  CHECK(remarks_text(read("{ }").oddities) == "no moves@0,");
  CHECK(remarks_text(read(R"({"h8":{},"a1":{"a2":{ }}})").oddities) ==
        "an empty object, which claims nothing@6,an empty object, which claims nothing@20,");
  const std::string equal =
      "a move equal to one before it in the same object: most programs keep the last one alone@";
  CHECK(remarks_text(read(R"({"h8":{"a1":1},"a1":{"a1":1,"b2":1,"a1":1},"h8":1})").oddities) ==
        equal + "35," + equal + "43,");
  CHECK(remarks_text(read(R"({"h8":{"a1":{"b1":1},"b1":{"b1":1,"a1":1}}})").oddities).empty());

  TreeReadOptions options;
  options.max_oddities = 2;
  const TreeReading reading = read(R"({"h8":{},"h8":{},"h8":{}})", options);
  CHECK(reading.oddities.size() == 2);
  CHECK(reading.oddity_count == 5);
}

TEST_CASE("rv2 tree: what is not kept is named", "[convert]") {
  const TreeReading reading = read("\xEF\xBB\xBF{ \"H8\" :\n{\"i\\u0039\":3 , \"\\u0041\\u0031\":4 }\t}\n");
  CHECK(lines_text(reading.losses) ==
        "1 byte order mark\n7 characters of white space\n3 escapes in keys\n2 keys in capital letters\n");
  CHECK(tree_text(reading.tree) == "h8(i9\"claimed length 3 a1\"claimed length 4)");
  CHECK(written(reading.tree) == "{\"h8\":{\"i9\":3,\"a1\":4}}\n");
  CHECK(reading.offsets == std::vector<std::uint64_t>{5, 13, 27});
}

TEST_CASE("rv2 tree: a move onto an occupied square is a node like any other", "[convert]") {
  CHECK(tree_text(read(R"({"h8":{"j9":{"h8":{"c3":{"d4":17}}},"k9":{}}})").tree) ==
        "h8(j9(h8(c3(d4\"claimed length 17))) k9)");
}

TEST_CASE("rv2 tree: what is not rv2 is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "parse error"},
      {"17", 0, "expected an object of first moves"},
      {"  [1]", 2, "expected an object of first moves"},
      {"  null", 2, "expected an object of first moves"},
      {R"({"h8":)", 6, "parse error"},
      {R"({"h8":1)", 7, "parse error"},
      {R"({"h8":1} x)", 9, "parse error"},
      {R"({"h8":10x})", 8, "parse error"},
      {std::string("{}\0{}", 5), 2, "expected the end of the file, found a zero byte"},
      {std::string("{}\0", 3), 2, "expected the end of the file, found a zero byte"},
      {R"({"p1":1})", 1, "expected a square"},
      {R"({"h8":{ "h16" :1}})", 8, "expected a square"},
      {R"({"h8":{"":1}})", 7, "expected a square"},
      {R"({"h8":{"a1b2":1}})", 7, "expected a square"},
      {R"({"h8":{"a01":1}})", 7, "expected a square"},
      {R"({"h8": "x"})", 7, "expected an object of moves or a number"},
      {R"({"h8":{"a1" : null}})", 14, "expected an object of moves or a number"},
      {R"({"h8":true})", 6, "expected an object of moves or a number"},
      {R"({"h8":[1]})", 6, "expected an object of moves or a number"},
      {R"({"h8":-3})", 6, "expected an object of moves or a number"},
      {R"({"h8":1.5})", 6, "expected an object of moves or a number"},
      {R"({"h8":18446744073709551616})", 6, "expected an object of moves or a number"},
      {R"({"h8":0})", 6, "expected an object of moves or a number"},
  }));
  CAPTURE(c.file);
  test::check_refused(refuse(c.file), c);
}

TEST_CASE("rv2 tree: an error does not quote what is endless", "[convert]") {
  CHECK(refuse("{\"h8\":\"" + std::string(100'000, 'x')).message.size() < 400);
}

TEST_CASE("rv2 tree: a file cut anywhere is refused", "[convert]") {
  const std::string whole = R"({"h8":{"j10":{"g7":{"c2":17,"d9":{"k7":13}}}}})";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(refuse(whole.substr(0, length)).code == ErrorCode::malformed);
    CHECK(refuse(whole.substr(0, length)).offset <= length);
  }
}

TEST_CASE("rv2 tree: a line of a million moves is only a line", "[convert]") {
  const std::size_t depth = 1'000'000;
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += R"({"h8":)";
  text += "1" + std::string(depth, '}');
  const TreeReading reading = read(text);
  CHECK(reading.tree.node_count() == depth);
  CHECK(remarks_text(reading.oddities) ==
        "a line of more than 225 moves@" + std::to_string(225 * 6 + 1) + ",");
  CHECK((written(reading.tree) == text));
}

TEST_CASE("rv2 tree: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 3;
  CHECK(read(R"({"h8":{"j9":1,"k9":1}})", options).tree.node_count() == 3);
  const Error error = refuse(R"({"h8":{"j9":1,"k9":1,"l9":1}})", options);
  CHECK(error.code == ErrorCode::limit);
  CHECK(error.offset == 21);
}

TEST_CASE("rv2 tree: trees of others are written, and what rv2 cannot say is named", "[convert]") {
  TreeBuilder builder(15, "somewhere");
  const std::string other = "good";
  builder.set_fact("tail", bytes_of("\n"));
  builder.add(0, TreeMove(), is_start);
  test::add_comment(builder, "claimed length 9");
  builder.add(1, at("h8"), is_marked);
  test::add_comment(builder, "claimed length 8");
  builder.add(2, at("a1"), is_text_only);
  builder.add_text(TextKind::board_text, bytes_of(other));
  builder.add(2, at("b1"), is_out_of_turn);
  test::add_comment(builder, other);
  builder.add_text(TextKind::properties, bytes_of(other));
  builder.add(2, at("c1"));
  test::add_comment(builder, "claimed length 7");
  builder.add_text(TextKind::board_text, bytes_of(other));
  builder.add_source_bits(builder.add(2, at("c1")), 5);
  builder.add(1, at("d2"));
  builder.add(2, at("d3"), is_text_only);
  test::add_comment(builder, "claimed length 3");
  const TreeWriting writing = write(std::move(builder).finish());
  CHECK(test::text_of(writing.bytes) == R"({"h8":{"b1":{},"c1":7,"c1":{}},"d2":{}})");
  CHECK(lines_text(writing.losses) ==
        "2 claimed lengths of moves that have others below them: rv2 has them at the end of a line\n"
        "2 nodes of text alone\n"
        "4 texts\n"
        "1 mark\n"
        "1 start\n"
        "1 node with properties of the source somewhere\n"
        "1 move out of turn: rv2 gives it, and those after it, to the other side\n"
        "1 move equal to a sibling: most readers of JSON keep the last one alone\n"
        "1 fact of the source somewhere\n"
        "1 node with bits of the source somewhere\n");
}

TEST_CASE("rv2 tree: facts and bits that are none of rv2 are named", "[convert]") {
  TreeBuilder builder(15, std::string(rv2_source));
  builder.set_fact("tail", bytes_of("\n"));
  builder.set_fact("id", bytes_of("x"));
  builder.add_source_bits(builder.add(0, at("h8")), 1);
  const TreeWriting writing = write(std::move(builder).finish());
  CHECK(lines_text(writing.losses) == "1 fact of the source rv2\n1 node with bits of the source rv2\n");
}

TEST_CASE("rv2 tree: a length at a move whose children are no moves is kept", "[convert]") {
  TreeBuilder builder(15, "");
  builder.add(0, at("h8"));
  test::add_comment(builder, "claimed length 8");
  builder.add(1, at("a1"), is_text_only);
  CHECK(written(std::move(builder).finish()) == R"({"h8":8})");
}

TEST_CASE("rv2 tree: what rv2 cannot hold is refused", "[convert]") {
  const auto refused = [](ErrorCode code, auto&& fill) {
    test::check_unwritten(rv2_source, code, write_rv2_tree, fill);
  };
  CHECK(write_rv2_tree(TreeBuilder(19, "").finish()).error().code == ErrorCode::unsupported);
  refused(ErrorCode::unsupported, [](TreeBuilder& b) { b.add(0, TreeMove::pass()); });
  refused(ErrorCode::unsupported, [](TreeBuilder& b) { b.add(0, at("h8")), b.add(1, TreeMove()); });
  refused(ErrorCode::unsupported, [](TreeBuilder& b) { b.add(0, TreeMove()), b.add(0, at("h8")); });
  refused(ErrorCode::unsupported,
          [](TreeBuilder& b) { b.add(0, at("h8"), is_text_only), b.add(1, at("a1")); });
  refused(ErrorCode::malformed, [](TreeBuilder& b) { b.set_fact("tail", bytes_of(" x")); });
}

TEST_CASE("rv2 tree: random trees come back, in each of the eight symmetries", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const GameTree moves = test::random_moves({seed, 1 + seed * 3, std::string(rv2_source)});
    const GameTree tree = test::image_of(moves, Symmetry(static_cast<int>(seed % 8)));
    const TreeWriting writing = write(tree);
    CHECK(writing.losses.empty());
    const auto reading = test::value_of(read_rv2_tree(writing.bytes));
    CHECK((reading.tree == tree));
  }
}

TEST_CASE("rv2 tree: any tree is written as JSON that can be read, or refused", "[convert]") {
  std::size_t written_trees = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    const auto writing = write_rv2_tree(test::random_tree({seed, 8}));
    if (!writing.ok()) {
      CHECK(writing.error().code == ErrorCode::unsupported);
      continue;
    }
    ++written_trees;
    const auto reading = test::value_of(read_rv2_tree(writing.value().bytes));
    CHECK((write(reading.tree).bytes == writing.value().bytes));
  }
  CHECK(written_trees > 40);
}

TEST_CASE("rv2 tree: damaged files are refused, or a tree that can be written", "[convert]") {
  const std::string whole = R"({"h8":{"j10":{"g7":{"c2":17,"d9":{"k7":13}}}},"a1":{"b2":3}})";
  std::mt19937 random(3);
  std::size_t read_whole = 0;
  for (int i = 0; i < 6'000; ++i) {
    const std::string text = test::damaged(whole, random, 2, "{}\":,0123456789abho \\u");
    const auto reading = read_rv2_tree(bytes_of(text));
    if (!reading.ok()) {
      REQUIRE(reading.error().offset <= text.size());
      continue;
    }
    ++read_whole;
    const std::string again = written(reading.value().tree);
    REQUIRE((again == text || !reading.value().losses.empty()));
  }
  CHECK(read_whole > 300);
}

TEST_CASE("rv2 tree: claimed lengths come back from a RenLib library", "[convert]") {
  // RenLib's order of siblings: by rows from the top.
  const std::string text = R"({"h8":{"h10":{"g7":{"j12":18,"b10":{"g8":17}}}}})";
  const auto library = test::value_of(write_renlib(read(text).tree));
  CHECK(library.losses.empty());
  const auto back = test::value_of(read_renlib(library.bytes));
  CHECK(written(back.tree) == text);
}

TEST_CASE("rv2 tree: the published solution comes back byte for byte", "[convert]") {
  const auto bytes = test::published_file("rv2/gomoku.json");
  if (!bytes) return;
  const TreeReading reading = test::value_of(read_rv2_tree(*bytes));
  CHECK(lines_text(reading.carried) == "50567 moves read, 23701 claimed lengths as comments\n");
  CHECK(reading.oddity_count == 0);
  CHECK(reading.losses.empty());
  // Not CHECK(a == b), which would print them.
  CHECK((write(reading.tree).bytes == *bytes));
  CHECK(encode_tree(reading.tree).value().size() < 30'000);
  CHECK((write(through_section(reading.tree)).bytes == *bytes));
}

}  // namespace rv2_tree_test
