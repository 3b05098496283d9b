#include "convert/rseq/rseq.hpp"

#include <catch2/catch.hpp>

#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/rseq_text.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/convert/trees.hpp"
#include "tests/random_tree.hpp"

namespace rseq_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::bytes_of;
using test::lines_text;
using test::remarks_text;
using test::rseq_text;
using test::tree_text;

namespace {

TreeReading read(std::string_view text, const TreeReadOptions& options = {}) {
  return test::located(read_rseq(bytes_of(text), options));
}

Error refuse(std::string_view text, const TreeReadOptions& options = {}) {
  return test::error_of(read_rseq(bytes_of(text), options));
}

std::string with_nodes(const std::string& roots, const std::string& nodes) {
  return R"({"roots":[)" + roots + R"(],"nodes":[)" + nodes + "]}";
}
constexpr std::uint64_t nodes_at = std::string_view(R"({"roots":[0],"nodes":[)").size();

const std::string small =
    R"({"id":"seq-7","name":"a \u00e9tude","roots":[0],"nodes":)"
    "[[7,7,0,1,3],[0,0,1,4,1],[14,14,1,-1,0],[2,1,1,5,2],[8,6,0,-1,0],[7,8,0,-1,0],[7,8,0,-1,0]]}";

std::string fact(const GameTree& tree, const char* name) {
  const auto found = tree.facts().find(name);
  return found == tree.facts().end() ? "none" : test::text_of(found->second);
}

}  // namespace

TEST_CASE("rseq: squares are read from the top left, with id and name", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  const TreeReading reading = read(small);
  CHECK(tree_text(reading.tree) == "h8(a15(i9) o1 c14(h7 h7))");
  CHECK(reading.tree.source() == "rseq");
  CHECK(reading.tree.size() == 15);
  CHECK(fact(reading.tree, "id") == "seq-7");
  CHECK(fact(reading.tree, "name") == "a \u00e9tude");
  CHECK(reading.tree.facts().size() == 2);
  CHECK_FALSE(reading.attacker.has_value());
  CHECK_FALSE(reading.rule.has_value());
  CHECK(lines_text(reading.carried) ==
        "7 moves read below 1 first move\nid and name, kept beside the tree\n");
  CHECK(reading.losses.empty());
  CHECK(remarks_text(reading.oddities) ==
        "a move equal to one of its siblings@" + std::to_string(small.rfind('[')) + ",");
  const std::string_view text = small;
  for (NodeNumber node = 0; node < reading.tree.node_count(); ++node) {
    const Square square = reading.tree.move(node).square(15);
    const std::string begin =
        "[" + std::to_string(square.column()) + "," + std::to_string(14 - square.row()) + ",";
    CHECK(text.substr(reading.offsets[node]).starts_with(begin));
  }
}

TEST_CASE("rseq: members come in any order, roots in theirs", "[convert]") {
  const TreeReading reading =
      read(" {\"nodes\" : [ [0,0,0,2,1], [1,0,0,-1,0],\n[2,0,1,3,1],[3,0,0,-1,0] ],\t\"roots\": [1, 0]} ");
  CHECK(tree_text(reading.tree) == "b15 a15(c15(d15))");
  CHECK(reading.tree.facts().empty());
  CHECK(reading.oddity_count == 0);
  CHECK(lines_text(reading.carried) == "4 moves read below 2 first moves\n");
}

TEST_CASE("rseq: what is unusual is told with its place", "[convert]") {
  const auto oddities = [](const std::string& nodes) {
    return remarks_text(read(with_nodes("0", nodes)).oddities);
  };
  const auto at = [&](std::size_t offset) { return "@" + std::to_string(nodes_at + offset) + ","; };
  CHECK(oddities("[7,7,0,1,1],[7,7,1,-1,0]").empty());  // an occupied square is none of our business
  CHECK(oddities("[7,7,1,1,1],[7,8,0,-1,0]") == "a move of White's out of turn" + at(0));
  CHECK(oddities("[7,7,0,1,1],[7,8,0,2,1],[7,9,1,-1,0]") == "a move of Black's out of turn" + at(12));
  CHECK(oddities("[7,7,0,3,0]") == "a first child of a node that has none" + at(0));
  CHECK(oddities("[7,7,0,1,2],[7,8,1,-1,0],[7,8,0,-1,0]") ==
        "a move of Black's out of turn" + at(25) + "a move equal to one of its siblings" + at(25));
  CHECK(remarks_text(read(with_nodes("0,1", "[7,7,0,-1,0],[7,7,0,-1,0]")).oddities) ==
        "a move equal to one of its siblings" + at(15));
  CHECK(remarks_text(read(R"({"roots":[],"nodes":[]})").oddities) == "no nodes@9,");

  TreeReadOptions options;
  options.max_oddities = 1;
  const TreeReading reading = read(with_nodes("0", "[7,7,0,1,2],[7,8,0,-1,0],[7,8,0,-1,0]"), options);
  CHECK(reading.oddities.size() == 1);
  CHECK(reading.oddity_count == 3);
}

TEST_CASE("rseq: after a move out of turn it is its opponent's", "[convert]") {
  const std::string text =
      with_nodes("0,1", "[0,0,0,2,1],[1,0,1,3,2],[2,0,0,-1,0],[3,0,0,5,1],[4,0,1,-1,0],[5,0,1,-1,0]");
  const TreeReading reading = read(text);
  CHECK(tree_text(reading.tree) == "a15(c15!) b15!(d15(f15) e15!)");
  CHECK(reading.oddity_count == 3);
  CHECK_THAT(rseq_text(reading.tree),
             Catch::Contains("[0,0,0,2,1],[1,0,1,3,2],[2,0,0,-1,0],[3,0,0,5,1],[4,0,1,"));
}

TEST_CASE("rseq: members that sequences do not have are losses", "[convert]") {
  CHECK(lines_text(
            read(R"({"x":{"nodes":[[1,{"id":2}]],"y":null},"roots":[0],"nodes":[[7,7,0,-1,0]]})").losses) ==
        "1 member that sequences do not have, at byte 1\n");
  CHECK(lines_text(read(R"({"roots":[0],"v":1.5,"w":-3,"nodes":[[7,7,0,-1,0]],"x":"roots","y":[],"z":true})")
                       .losses) == "5 members that sequences do not have, at byte 13 and behind\n");
}

TEST_CASE("rseq: what is none is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "parse error"},
      {" []", 1, "expected an object with \"roots\" and \"nodes\""},
      {"3", 0, "expected an object with"},
      {"{}", 1, "expected a member \"roots\""},
      {R"({"roots":[]})", 11, "expected a member \"nodes\""},
      {R"({"nodes":[]})", 11, "expected a member \"roots\""},
      {R"({"roots":[],"nodes":[],"roots":[]})", 23, "expected one member \"roots\""},
      {R"({"id":7})", 6, "expected a string"},
      {R"({"name": null})", 9, "expected a string"},
      {R"({"name":{"a":1}})", 8, "expected a string"},
      {R"({"roots": 0})", 10, "expected an array of root nodes"},
      {R"({"roots":[0,"a"]})", 12, "expected the numbers of root nodes"},
      {R"({"roots":[0, 1.5]})", 13, "expected the numbers of root nodes"},
      {R"({"roots":[-1]})", 9, "expected the numbers of root nodes"},
      {R"({"roots":[4294967295]})", 9, "expected the numbers of root nodes"},
      {R"({"nodes":"x"})", 9, "expected an array of nodes"},
      {R"({"nodes":[7]})", 10, "expected a node"},
      {R"({"nodes":[[7,7,0,-1,0], {}]})", 24, "expected a node"},
      {with_nodes("0", "[7,7,0,-1]"), nodes_at, "node 0: expected five whole numbers"},
      {with_nodes("0", "[7,7,0,-1,0,0]"), nodes_at, "node 0: expected five whole numbers"},
      {with_nodes("0", "[7,7,0,-1.0,0]"), nodes_at, "node 0: expected five whole numbers"},
      {with_nodes("0", "[7,7,0,1,1],[7,\"8\"]"), nodes_at + 12, "node 1: expected five whole numbers"},
      {with_nodes("0", "[15,7,0,-1,0]"), nodes_at, "node 0: expected x and y from 0 to 14, found 15 and 7"},
      {with_nodes("0", "[7,15,0,-1,0]"), nodes_at, "expected x and y"},
      {with_nodes("0", "[-1,7,0,-1,0]"), nodes_at, "expected x and y"},
      {with_nodes("0", "[7,-1,0,-1,0]"), nodes_at, "expected x and y"},
      {with_nodes("0", "[18446744073709551615,0,0,-1,0]"), nodes_at, "expected x and y"},
      {with_nodes("0", "[7,7,2,-1,0]"), nodes_at, "expected the player 0 or 1, found 2"},
      {with_nodes("0", "[7,7,-1,-1,0]"), nodes_at, "expected the player 0 or 1"},
      {with_nodes("0", "[7,7,0,-1,1]"), nodes_at, "expected the first child"},
      {with_nodes("0", "[7,7,0,-2,0]"), nodes_at, "expected the first child"},
      {with_nodes("0", "[7,7,0,1,-1]"), nodes_at, "expected the first child"},
      {with_nodes("0", "[7,7,0,1,4294967295]"), nodes_at, "expected the first child"},
      {with_nodes("0", "[7,7,0,4294967295,1]"), nodes_at, "expected the first child"},
      // Not a tree.
      {with_nodes("1", "[7,7,0,-1,0]"), 9, "expected roots below 1, the number of nodes, found 1"},
      {with_nodes("0,0", "[7,7,0,-1,0]"), 9, "node 0 is a root twice"},
      {with_nodes("0", "[7,7,0,1,1]"), nodes_at,
       "node 0: expected children behind it and below 1, found 1 to 1"},
      {with_nodes("0", "[7,7,0,1,2],[7,8,1,-1,0]"), nodes_at, "found 1 to 2"},
      {with_nodes("0", "[7,7,0,4294967294,4294967294]"), nodes_at, "found 4294967294 to 8589934587"},
      {with_nodes("0", "[7,7,0,0,1]"), nodes_at, "expected children behind it"},
      {with_nodes("0", "[7,7,0,1,1],[7,8,1,0,1]"), nodes_at + 12, "node 1: expected children behind it"},
      {with_nodes("0", "[7,7,0,1,1],[7,8,1,1,1]"), nodes_at + 12, "node 1: expected children behind it"},
      {with_nodes("0", "[7,7,0,1,2],[7,8,1,2,1],[7,9,0,-1,0]"), nodes_at + 12,
       "node 1: expected children of its own, but node 2 has been reached before"},
      {with_nodes("0,1", "[7,7,0,1,1],[7,8,1,-1,0]"), nodes_at + 2, "node 0: expected children of its own"},
      {with_nodes("0", "[7,7,0,-1,0],[7,8,1,-1,0]"), nodes_at + 13,
       "expected a root that leads to node 1, found none"},
      {with_nodes("", "[7,7,0,1,1],[7,8,1,-1,0]"), nodes_at - 1, "expected a root that leads to node 0"},
  }));
  CAPTURE(c.file);
  test::check_refused(refuse(c.file), c);
}

TEST_CASE("rseq: a file cut anywhere is refused", "[convert]") {
  for (std::size_t length = 0; length < small.size(); ++length) {
    CAPTURE(length);
    const Error error = refuse(small.substr(0, length));
    CHECK(error.code == ErrorCode::malformed);
    CHECK(error.offset <= length);
  }
}

TEST_CASE("rseq: many children that are none are refused at once", "[convert]") {
  // Each node has all that follow: reached twice with the second, not counted up one by one.
  const std::size_t count = 200'000;
  std::string nodes;
  for (std::size_t i = 0; i < count; ++i)
    nodes += (i == 0 ? "" : ",") + std::string("[1,2,0,") + (i + 1 < count ? std::to_string(i + 1) : "-1") +
             "," + std::to_string(count - i - 1) + "]";
  CHECK_THAT(refuse(with_nodes("0", nodes)).message, Catch::Contains("node 1: expected children of its own"));
}

TEST_CASE("rseq: a line of 300,000 moves is only a line, nested members are only skipped", "[convert]") {
  std::string nodes;
  const int count = 300'000;
  for (int i = 0; i < count; ++i)
    nodes += (i == 0 ? "" : ",") + std::string("[1,2,") + (i % 2 == 0 ? "0," : "1,") +
             (i + 1 < count ? std::to_string(i + 1) + ",1]" : "-1,0]");
  const TreeReading reading = read(with_nodes("0", nodes));
  CHECK(reading.tree.node_count() == count);
  REQUIRE(reading.oddities.size() == 1);
  CHECK(reading.oddities[0].text == "a line of more than 225 moves");
  CHECK(reading.oddities[0].offset == reading.offsets[225]);

  std::string text = R"({"roots":[],"nodes":[],"x":)";
  for (int i = 0; i < count; ++i) text += i % 2 == 0 ? "[" : "{\"a\":";
  for (int i = count; i-- > 0;) text += i % 2 == 0 ? "]" : i + 1 == count ? "1}" : "}";
  CHECK(read(text + "}").losses.size() == 1);
  CHECK(refuse(text).offset == text.size());
  CHECK(refuse(std::string(1'000'000, '[')).offset == 0);
}

TEST_CASE("rseq: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 7;
  CHECK(read(small, options).tree.node_count() == 7);
  options.max_nodes = 6;
  CHECK(refuse(small, options).code == ErrorCode::limit);
  CHECK(refuse(small, options).offset == small.rfind('['));
  options.max_nodes = 1;
  CHECK(refuse(R"({"roots":[0,0],"nodes":[]})", options).code == ErrorCode::limit);
}

TEST_CASE("rseq: random trees come back, in each of the eight symmetries", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const GameTree moves =
        test::random_moves({seed, seed * 3, std::string(rseq_source), false, seed % 2 == 0});
    const GameTree tree = test::image_of(moves, Symmetry(static_cast<int>(seed % 8)));
    const TreeReading reading = read(rseq_text(tree));
    CHECK(rseq_text(reading.tree) == rseq_text(tree));
    CHECK(tree_text(reading.tree) == tree_text(tree));
    CHECK((test::through_section(reading.tree) == reading.tree));
  }
}

TEST_CASE("rseq: damaged files are refused, or a tree", "[convert]") {
  std::mt19937 random(3);
  std::size_t read_whole = 0;
  for (int i = 0; i < 5'000; ++i) {
    const std::string text = test::damaged(small, random, 2, "{}[]\":,-0123456789");
    const auto reading = read_rseq(bytes_of(text));
    if (!reading.ok()) {
      REQUIRE(reading.error().offset <= text.size());
      continue;
    }
    ++read_whole;
    REQUIRE(reading.value().tree.node_count() <= 7);
    for (const auto& one : reading.value().oddities) REQUIRE(one.offset < text.size());
  }
  CHECK(read_whole > 300);
}

TEST_CASE("rseq: the published sequences are read whole", "[convert]") {
  struct File {
    const char* name;
    std::size_t nodes;
  };
  for (const File file : {File{"seq-1", 58'665}, File{"seq-4", 10'058}, File{"seq-5", 6'489},
                          File{"seq-10", 43'265}, File{"seq-14", 40'695}, File{"seq-18", 912}}) {
    CAPTURE(file.name);
    const auto bytes = test::published_file("renlibonline/" + std::string(file.name) + ".rseq.json");
    if (!bytes) continue;
    const TreeReading reading = test::value_of(read_rseq(*bytes));
    CHECK(reading.tree.node_count() == file.nodes);
    CHECK(reading.oddity_count == 0);
    CHECK(reading.losses.empty());
    CHECK(fact(reading.tree, "id") == file.name);
    CHECK(fact(reading.tree, "name").size() > 5);
    // Nothing is lost: what is written from the tree is the file. Not CHECK(a == b), which would print them.
    CHECK((rseq_text(reading.tree) == test::text_of(*bytes)));
  }
}

}  // namespace rseq_test
