#include "convert/renlib/renlib.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "tests/convert/library_fixtures.hpp"
#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/convert/trees.hpp"
#include "tests/random_tree.hpp"

namespace renlib_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::at;
using test::Bytes;
using test::from_hex;
using test::header_30;
using test::header_34;
using test::tree_text;

namespace {

TreeReading read(const Bytes& bytes, const TreeReadOptions& options = {}) {
  return test::value_of(read_renlib(bytes, options));
}

Error refuse(const Bytes& bytes, const TreeReadOptions& options = {}) {
  return test::error_of(read_renlib(bytes, options));
}

Bytes written(const GameTree& tree) { return test::value_of(write_renlib(tree)).bytes; }

std::string tree_of(const std::string& hex) { return tree_text(read(from_hex(hex)).tree); }

}  // namespace

TEST_CASE("renlib: libraries with every peculiarity are read, told of and written as they were",
          "[convert]") {
  for (const auto& fixture : test::library_fixtures()) {
    CAPTURE(fixture.what);
    const Bytes bytes = from_hex(fixture.hex);
    const TreeReading reading = read(bytes);
    CHECK(reading.tree.node_count() == fixture.nodes);
    CHECK(test::remarks_text(reading.oddities) == fixture.oddities);
    CHECK(written(reading.tree) == bytes);
  }
}

TEST_CASE("renlib: points are read from the top left", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  CHECK(tree_of(header_30 + "78 00 68 00 69 00 01 00 EF 00 13 40") == "h8(h9(i9(a15(o1(c14)))))");
}

TEST_CASE("renlib: what is in a library is in the tree", "[convert]") {
  CHECK(tree_of(header_30 + "78 00 68 C1 00 01 61 00 69 40") == "h8(h9'a i9)");
  CHECK(tree_of(header_34 + "00 08 68 69 00 00 78 90 68 C4 69 43 00 01 78 00 79 40") ==
        ".\"hi(h8M(h9S i9N'x) i8)");
  CHECK(tree_of(header_34 + "00 00 00 00 69 40") == ".(--(i9))");
  CHECK(tree_of(header_30 + "78 80 68 40 78 00 68 40") == "h8(h9) h8(h9)");
  SECTION("a pass that RenLib takes for the root stays a pass") {
    CHECK(tree_of(header_30 + "78 00 00 00 69 40") == "h8(--(i9))");
  }
  SECTION("after the last leaf it goes on below it, as in RenLib") {
    CHECK(tree_of(header_30 + "78 00 68 40 69 80 6A 40 6B 40") == "h8(h9(i9(j9) k9))");
  }
  SECTION("saved from a position") {
    CHECK(tree_of(header_30 + "78 80 68 00 69 80 6A C0 6B 40") == "h8(h9(i9(j9 k9)))");
  }
}

TEST_CASE("renlib: an old comment is decoded on request only", "[convert]") {
  const TreeReading reading = read(from_hex(header_30 + "78 60 7D 7B 7C 5D 5B DC"));
  const auto bytes = reading.tree.pool().at(reading.tree.texts()[0].text());
  CHECK(bytes.size() == 6);
  CHECK(bytes.back() == 0xDC);
  CHECK(decode_old_comment(bytes) == "\u00E5\u00E4\u00F6\u00C5\u00C4\u00D6");
}

TEST_CASE("renlib: what is no library is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "an empty file"},
      {"FF 52", 2, "header of 20 bytes"},
      {"FF 52 65 6E 4C 69 62 FF 03 00 FF", 11, "header of 20 bytes"},
      {"79 00 68 40", 0, "expected the header"},
      {"FF 52 65 6E 4C 69 63 FF 03 00 FF FF FF FF FF FF FF FF FF FF 78 40", 6, "expected the header"},
      {"FF 52 65 6E 4C 69 62 FF 03 05 FF FF FF FF FF FF FF FF FF FF 78 40", 8, "3.4 or before",
       ErrorCode::unsupported},
      {"FF 52 65 6E 4C 69 62 FF 04 00 FF FF FF FF FF FF FF FF FF FF 78 40", 8, "3.4 or before",
       ErrorCode::unsupported},
      {header_30 + "78 00 F0 40", 22, "expected a point"},
      {header_30 + "78 00 10 40", 22, "expected a point"},
      {header_30 + "F1 40", 20, "expected a point"},
      {header_30 + "78 41 00", 23, "two bytes of extension"},
      {header_30 + "78 48", 22, "end of the text that begins at byte 22"},
      {header_30 + "78 48 61 62 63", 25, "end of the text"},
      {header_30 + "78 49 00 01 61 00 62 63", 28, "end of the text that begins at byte 26"},
      {header_30 + "78 60 61 62", 24, "end of the old comment that begins at byte 22"},
  }));
  CAPTURE(c.file);
  test::check_refused(refuse(from_hex(c.file)), c);
}

TEST_CASE("renlib: a file that was cut is refused, and kept on request", "[convert]") {
  const Bytes whole = from_hex(
      header_30 + "00 00 78 00 68 80 13 C9 00 01 61 62 00 00 61 00 14 00 15 40 69 80 16 40 6A 00 17 40");
  TreeReadOptions keeping;
  keeping.keep_cut = true;
  const TreeReading all = read(whole);
  CHECK(all.oddities.empty());
  std::size_t refused = 0;
  for (std::size_t length = 21; length < whole.size(); ++length) {
    CAPTURE(length);
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto strict = read_renlib(cut), kept = read_renlib(cut, keeping);
    if (!strict.ok()) {
      ++refused;
      CHECK(strict.error().offset == cut.size());
    }
    // One line, and then all there is below one without branches above: saved from there it would look the
    // same.
    CHECK(strict.ok() == (length <= 27 || length / 2 == 18 || length / 2 == 20));
    if (!kept.ok()) continue;
    CHECK(written(kept.value().tree) == cut);
    CHECK_FALSE(kept.value().oddities.empty());
    for (NodeNumber n = 0; n < kept.value().tree.node_count(); ++n)
      CHECK(kept.value().tree.move(n) == all.tree.move(n));
  }
  CHECK(refused > 10);
  const Error error = refuse(from_hex(header_30 + "78 00 13 C0 68 80 14 40"));
  CHECK(error.message == "expected a sibling of the node at byte 24, found the end of the file");
  CHECK(refuse(from_hex(header_30 + "78 00 68 C0 13 00")).message ==
        "expected a child of the node at byte 24, found the end of the file");
}

TEST_CASE("renlib: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 3;
  const std::string three = header_30 + "78 00 68 00 69 40";
  CHECK(read_renlib(from_hex(three), options).ok());
  const Error error = refuse(from_hex(header_30 + "78 00 68 00 69 00 6A 40"), options);
  CHECK(error.code == ErrorCode::limit);
  CHECK(error.offset == 26);
  options = {};
  options.max_oddities = 2;
  const TreeReading reading = read(from_hex(header_30 + "78 80 78 C0 78 C0 78 C0 78 40 78 40"), options);
  CHECK(reading.oddities.size() == 2);
  CHECK(reading.oddity_count == 4);
}

TEST_CASE("renlib: nodes are found in the file", "[convert]") {
  for (const auto& fixture : test::library_fixtures()) {
    CAPTURE(fixture.what);
    const Bytes bytes = from_hex(fixture.hex);
    const GameTree tree = read(bytes).tree;
    RenlibOffsets offsets(tree);
    for (NodeNumber node = 0; node < tree.node_count(); ++node) {
      const std::uint64_t offset = offsets.of(node);
      REQUIRE(offset + 2 <= bytes.size());
      const std::uint8_t point = bytes[offset];
      if (!tree.move(node).is_square()) {
        CHECK(point == 0);
      } else {
        const Square square = tree.move(node).square(15);
        CHECK(point == (14 - square.row()) * 16 + square.column() + 1);
      }
    }
  }
}

TEST_CASE("renlib: a made tree gets a header and a root as RenLib would write them", "[convert]") {
  TreeBuilder builder(15, "");
  SECTION("h8 first, nothing else to say") {
    builder.add(0, at("h8"));
    builder.add(1, at("i9"));
    builder.add(1, at("h9"));
    builder.add(2, at("c14"));
    const GameTree tree = std::move(builder).finish();
    const Bytes bytes = written(tree);
    CHECK(bytes == from_hex(header_30 + "78 00 68 80 13 40 69 40"));
    CHECK(write_renlib(tree).value().losses.empty());
    CHECK(tree_text(read(bytes).tree) == "h8(h9(c14) i9)");
  }
  SECTION("a root with a text and marks") {
    const std::uint8_t text[] = {'h', 'i', 0, 'x'};
    builder.add(0, TreeMove(), is_start);
    builder.add_text(TextKind::comment, text);
    builder.add(1, at("h8"), is_marked);
    builder.add_text(TextKind::old_comment, text);
    const GameTree tree = std::move(builder).finish();
    CHECK(written(tree) == from_hex(header_34 + "00 0C 68 69 00 00 78 50"));
    const auto losses = write_renlib(tree).value().losses;
    REQUIRE(losses.size() == 2);
    CHECK(losses[0] == "1 text with a zero byte: cut there");
    CHECK(losses[1] == "1 old comment that RenLib cannot hold: left out");
  }
  SECTION("what only another source knows, and a move out of turn") {
    const std::uint8_t text[] = {'K', 'O', '[', ']'};
    builder.add(0, at("h8"));
    builder.add_text(TextKind::properties, text);
    builder.add(1, at("i9"), is_out_of_turn);
    const GameTree tree = std::move(builder).finish();
    CHECK(written(tree) == from_hex(header_30 + "78 00 69 40"));
    const auto losses = write_renlib(tree).value().losses;
    REQUIRE(losses.size() == 2);
    CHECK(losses[0] == "1 node with properties of the source : left out");
    CHECK(losses[1] == "1 move out of turn: RenLib gives it, and those after it, to the other side");
  }
}

TEST_CASE("renlib: a made tree has a root only where RenLib needs one", "[convert]") {
  struct Case {
    const char* what;
    std::vector<std::pair<std::size_t, TreeMove>> nodes;
    std::string hex;
  };
  for (const Case& c : std::vector<Case>{
           {"a root that says nothing is left out", {{0, TreeMove()}, {1, at("h8")}}, header_30 + "78 40"},
           {"another first move", {{0, at("h9")}}, header_34 + "00 00 68 40"},
           {"several first moves", {{0, at("h8")}, {0, at("a15")}}, header_34 + "00 00 01 C0 78 40"},
           {"a pass", {{0, at("h8")}, {1, TreeMove::pass()}}, header_34 + "00 00 78 00 00 40"},
           {"nothing at all", {}, header_34 + "00 40"}}) {
    CAPTURE(c.what);
    TreeBuilder builder(15, "");
    for (const auto& [depth, move] : c.nodes) builder.add(depth, move);
    CHECK(written(std::move(builder).finish()) == from_hex(c.hex));
  }
}

TEST_CASE("renlib: what a library cannot hold is refused", "[convert]") {
  CHECK(write_renlib(TreeBuilder(19, "").finish()).error().code == ErrorCode::unsupported);
  TreeBuilder builder(15, "");
  builder.add(0, TreeMove::pass());
  builder.add(0, TreeMove());
  CHECK(write_renlib(std::move(builder).finish()).error().code == ErrorCode::unsupported);
}

namespace {

/// What nodes that move say, by the moves that lead there, worked out for each node by itself.
std::multiset<std::string> said_by_moves(const GameTree& tree, bool with_silent) {
  struct Node {
    std::string path, comment;
    bool is_silent;
    std::optional<std::size_t> above;
  };
  std::vector<Node> nodes;
  std::vector<std::size_t> line;
  for (TreeCursor at(tree); at.next();) {
    line.resize(at.depth());
    Node node{{}, {}, !line.empty() && at.move().is_none(), {}};
    if (!line.empty()) node.above = line.back();
    node.path = line.empty() ? "" : nodes[line.back()].path;
    if (!at.move().is_none()) node.path += " " + std::to_string(at.move().number());
    for (const NodeText& text : at.texts())
      if (text.kind() == TextKind::comment) {
        const auto bytes = tree.pool().at(text.text());
        node.comment.assign(bytes.begin(), std::find(bytes.begin(), bytes.end(), 0));
      }
    line.push_back(nodes.size());
    nodes.push_back(node);
  }
  std::multiset<std::string> said;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].is_silent || nodes[i].path.empty()) continue;
    std::string all = nodes[i].comment;
    for (std::size_t k = i + 1; with_silent && k < nodes.size(); ++k) {
      std::size_t top = k;  // the node that k speaks for
      while (nodes[top].is_silent) top = *nodes[top].above;
      if (top == i && top != k && !nodes[k].comment.empty())
        all += (all.empty() ? "" : all.find('\b') == std::string::npos ? "\b" : "\r\n") + nodes[k].comment;
    }
    said.insert(nodes[i].path + ": " + all);
  }
  return said;
}

std::size_t silent_nodes(const GameTree& tree) {
  std::size_t count = 0;
  for (TreeCursor at(tree); at.next();) count += at.depth() > 0 && at.move().is_none();
  return count;
}

}  // namespace

TEST_CASE("renlib: a node without a move gives its comment to the node above", "[convert]") {
  std::size_t compared = 0;
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    TreeBuilder builder(15, "");
    std::size_t depth = 0;
    builder.add(0, TreeMove());
    for (int n = 0; n < 30; ++n) {
      depth = 1 + random() % (depth + 1);
      builder.add(depth, random() % 4 == 0
                             ? TreeMove()
                             : TreeMove::from_number(static_cast<std::uint16_t>(random() % 225)));
      const std::string text = std::to_string(n) + std::string(random() % 3, 'x');
      if (random() % 2 == 0) builder.add_text(TextKind::comment, test::bytes_of(text));
    }
    const GameTree tree = std::move(builder).finish();
    const auto writing = write_renlib(tree);
    REQUIRE(writing.ok());
    CHECK(said_by_moves(read(writing.value().bytes).tree, false) == said_by_moves(tree, true));
    const std::size_t silent = silent_nodes(tree);
    if (silent == 0) continue;
    ++compared;
    REQUIRE(!writing.value().losses.empty());
    CHECK(writing.value().losses[0] ==
          counted(silent, "node") + " without a move: the comment is that of the node above");
  }
  CHECK(compared > 200);
}

TEST_CASE("renlib: a tree that only says that it was a library is refused", "[convert]") {
  const auto refused = [](auto&& fill) {
    test::check_unwritten(renlib_source, ErrorCode::malformed, write_renlib, fill);
  };
  refused([](TreeBuilder& b) { b.add(0, at("a1")); });
  refused([](TreeBuilder& b) { b.set_fact("header", from_hex("03")), b.add(0, at("h8")); });
  const auto refused_with_header = [&](auto&& fill) {
    refused([&](TreeBuilder& b) {
      b.set_fact("header", from_hex("03 00 FF FF FF FF FF FF FF FF FF FF"));
      fill(b, b.add(0, at("h8")));
    });
  };
  refused_with_header([](TreeBuilder& b, NodeNumber) { b.set_fact("tail", from_hex("61 40")); });
  refused_with_header([](TreeBuilder& b, NodeNumber) { b.set_fact("else", {}); });
  for (const std::uint64_t bits : {0x10ull, 0x08ull, 1ull << 40})
    refused_with_header([&](TreeBuilder& b, NodeNumber h8) { b.add_source_bits(h8, bits); });
  refused_with_header([](TreeBuilder& b, NodeNumber) { b.add(1, TreeMove()); });
  refused_with_header([](TreeBuilder& b, NodeNumber) { b.add(1, at("i9"), is_out_of_turn); });
  const auto refused_with_text = [&](TextKind kind, const char* hex) {
    refused_with_header([&](TreeBuilder& b, NodeNumber) { b.add_text(kind, from_hex(hex)); });
  };
  refused_with_text(TextKind::comment, "61 00");
  refused_with_text(TextKind::properties, "61");
  refused_with_text(TextKind::old_comment, "61 62");
}

TEST_CASE("renlib: random trees come back, but for the order of siblings", "[convert]") {
  std::size_t written_trees = 0;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    test::RandomTree wanted{seed, 60};
    wanted.with_texts = seed % 3 == 0;
    const GameTree tree = test::random_tree(wanted);
    const auto writing = write_renlib(tree);
    if (!writing.ok()) {
      CHECK(writing.error().code == ErrorCode::unsupported);
      continue;
    }
    ++written_trees;
    const TreeReading reading = read(writing.value().bytes);
    for (const Remark& odd : reading.oddities) {
      CHECK_THAT(odd.text, !Catch::Contains("not saved"));
      CHECK_THAT(odd.text, !Catch::Contains("after the last leaf"));
    }
    const std::size_t roots = std::size_t{reading.tree.has_root()} - std::size_t{tree.has_root()};
    CHECK(reading.tree.node_count() == tree.node_count() + roots - silent_nodes(tree));
    CHECK(written(reading.tree) == writing.value().bytes);
  }
  CHECK(written_trees > 20);
}

TEST_CASE("renlib: random bytes are refused, or come back", "[convert]") {
  std::mt19937 random(5);
  std::size_t read_whole = 0;
  for (int i = 0; i < 20'000; ++i) {
    Bytes bytes = from_hex(header_30);
    const std::size_t nodes = random() % 12;
    for (std::size_t n = 0; n < nodes; ++n) {
      bytes.push_back(
          static_cast<std::uint8_t>(random() % 8 == 0 ? 0 : (random() % 15) << 4 | (1 + random() % 15)));
      bytes.push_back(static_cast<std::uint8_t>(random() % 4 == 0 ? random() : random() & 0xC0));
    }
    TreeReadOptions options;
    options.keep_cut = i % 2 == 0;
    const auto reading = read_renlib(bytes, options);
    if (!reading.ok()) continue;
    ++read_whole;
    REQUIRE(written(reading.value().tree) == bytes);
  }
  CHECK(read_whole > 5'000);
}

TEST_CASE("renlib: a line of a million moves is only a line", "[convert]") {
  Bytes bytes = from_hex(header_30);
  for (int i = 0; i < 1'000'000; ++i) {
    bytes.push_back(i == 0 ? 0x78 : 0x13);
    bytes.push_back(i == 999'999 ? 0x40 : 0x00);
  }
  const TreeReading reading = read(bytes);
  REQUIRE(reading.oddity_count == 1);
  CHECK_THAT(reading.oddities[0].text, Catch::Contains("225 moves"));
  CHECK(written(reading.tree) == bytes);
}

TEST_CASE("renlib: the published libraries are written as they were", "[convert]") {
  for (const auto& library : test::published_libraries) {
    CAPTURE(library.name);
    const auto bytes = test::published_library(library.name);
    if (!bytes) continue;
    const TreeReading reading = read(*bytes);
    CHECK(reading.tree.node_count() == library.nodes);
    for (const Remark& odd : reading.oddities) CHECK(odd.text == "a second start");
    CHECK(reading.tree.memory_bytes() <= 64 + 16 * library.nodes);
    const auto writing = test::value_of(write_renlib(reading.tree));
    CHECK(writing.losses.empty());
    // Not CHECK(a == b), which would print them.
    CHECK((writing.bytes == *bytes));
  }
}

}  // namespace renlib_test
