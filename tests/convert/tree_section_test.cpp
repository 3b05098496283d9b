#include "format/tree/tree_section.hpp"

#include <catch2/catch.hpp>
#include <optional>

#include "convert/renlib/renlib.hpp"
#include "format/fvp/fvp_layout.hpp"
#include "tests/convert/library_fixtures.hpp"
#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"
#include "tests/random_tree.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;

namespace {

Bytes encoded(const GameTree& tree) { return test::value_of(encode_tree(tree)); }

GameTree decoded(const Bytes& bytes, const TreeSectionLimits& limits = {}) {
  return test::value_of(decode_tree(bytes, limits));
}

GameTree some_tree() {
  TreeBuilder builder(15, "renlib");
  builder.set_fact("header", test::from_hex("03 00 FF FF FF FF FF FF FF FF FF FF"));
  builder.add(0, TreeMove::at(Square(7, 7), 15));
  const std::uint8_t text[] = {'h', 'i'};
  builder.add(1, TreeMove::at(Square(7, 8), 15), is_marked);
  builder.add_text(TextKind::comment, text);
  builder.add(1, TreeMove::at(Square(8, 8), 15));
  builder.add_text(TextKind::board_text, std::span(text).first(1));
  return std::move(builder).finish();
}

/// Answers begin here.
std::size_t head_bytes(const GameTree& tree) {
  std::size_t bytes = 3 + 1 + tree.source().size() + 4 + 2 + 8;
  for (const auto& [name, value] : tree.facts()) bytes += 1 + name.size() + 4 + value.size();
  return bytes;
}

}  // namespace

TEST_CASE("tree section: random trees come back, in the same bytes", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    CAPTURE(seed);
    test::RandomTree wanted{seed, seed % 10 == 0 ? 20'000u : seed * 3};
    wanted.size = std::array{5, 6, 15, 19, 20}[seed % 5];
    wanted.deepest = std::array{1, 5, 12, 400}[seed % 4];
    wanted.with_texts = seed % 3 != 0;
    wanted.with_source_bits = seed % 7 == 0;
    wanted.with_properties = seed % 11 < 4;
    wanted.out_of_turn = seed % 13 < 5;
    const GameTree tree = test::random_tree(wanted);
    const Bytes bytes = encoded(tree);
    const GameTree back = decoded(bytes);
    REQUIRE(back == tree);
    CHECK(encoded(back) == bytes);
  }
}

TEST_CASE("tree section: a tree of nothing", "[convert]") {
  const GameTree tree = TreeBuilder(20, "").finish();
  const Bytes bytes = encoded(tree);
  CHECK(bytes.size() == 18);
  CHECK(decoded(bytes) == tree);
}

TEST_CASE("tree section: libraries with every peculiarity come back byte by byte", "[convert]") {
  for (const auto& fixture : test::library_fixtures()) {
    CAPTURE(fixture.what);
    const Bytes file = test::from_hex(fixture.hex);
    const GameTree tree = read_renlib(file).value().tree;
    const GameTree back = decoded(encoded(tree));
    CHECK(back == tree);
    CHECK(write_renlib(back).value().bytes == file);
  }
}

TEST_CASE("tree section: cut anywhere it is an error", "[convert]") {
  for (const GameTree& tree : {some_tree(), test::random_tree({3, 60}), TreeBuilder(7, "x").finish()}) {
    const Bytes bytes = encoded(tree);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      CAPTURE(length);
      const auto cut = decode_tree(std::span(bytes).first(length));
      REQUIRE_FALSE(cut.ok());
      REQUIRE(cut.error().offset <= length);
    }
    Bytes longer = bytes;
    longer.push_back(0);
    CHECK_FALSE(decode_tree(longer).ok());
    longer.back() = 1;
    CHECK_FALSE(decode_tree(longer).ok());
  }
}

TEST_CASE("tree section: damaged it is an error", "[convert]") {
  std::mt19937 random(9);
  const TreeSectionLimits limits{1 << 16, 1 << 16};
  for (const std::uint32_t seed : {1u, 2u, 7u}) {
    test::RandomTree wanted{seed, 80};
    wanted.with_source_bits = wanted.with_properties = wanted.out_of_turn = true;
    const Bytes bytes = encoded(test::random_tree(wanted));
    for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / test::rounds(bytes.size()))
      for (std::size_t bit = at % 3; bit < 8; bit += 3) {
        Bytes damaged = bytes;
        damaged[at] ^= static_cast<std::uint8_t>(1 << bit);
        REQUIRE_FALSE(decode_tree(damaged, limits).ok());
      }
    for (std::size_t round = 0; round < test::rounds(300); ++round) {
      Bytes damaged = bytes;
      for (auto left = 1 + random() % 8; left > 0; --left)
        damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
      const auto tree = decode_tree(damaged, limits);
      REQUIRE((!tree.ok() || damaged == bytes));
    }
  }
}

TEST_CASE("tree section: any answers are safe, and seldom a tree", "[convert]") {
  std::mt19937 random(4);
  const Bytes head = encoded(some_tree());
  const std::size_t from = head_bytes(some_tree());
  for (std::size_t round = 0; round < test::rounds(300); ++round) {
    Bytes bytes(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(from));
    bytes[2] = static_cast<std::uint8_t>(random() % 32);
    bytes[11 + random() % 2] = static_cast<std::uint8_t>(random());  // number of nodes
    for (auto left = random() % 100; left > 0; --left) bytes.push_back(static_cast<std::uint8_t>(random()));
    REQUIRE_FALSE(decode_tree(bytes, {1 << 18, 1 << 16}).ok());
  }
}

TEST_CASE("tree section: what is wrong is told where it stands", "[convert]") {
  const GameTree tree = some_tree();
  const Bytes good = encoded(tree);
  const auto refuse = [&](std::size_t at, std::uint8_t value) {
    Bytes bytes = good;
    bytes[at] = value;
    const auto read = decode_tree(bytes);
    REQUIRE_FALSE(read.ok());
    CAPTURE(at, read.error().text());
    return read.error();
  };
  CHECK(refuse(0, 2).code == ErrorCode::unsupported);
  CHECK(refuse(1, 4).offset == 1);
  CHECK(refuse(1, 21).offset == 1);
  CHECK(refuse(2, 32).code == ErrorCode::unsupported);
  CHECK(refuse(3, 255).offset == 4);                // source
  CHECK(refuse(13, 255).code == ErrorCode::limit);  // 4,278,190,083 nodes
  CHECK(refuse(13, 255).offset == 10);
  CHECK(refuse(14, 2).code == ErrorCode::malformed);  // facts
  const std::size_t answers = head_bytes(tree);
  CHECK(refuse(answers - 1, static_cast<std::uint8_t>(good[answers - 1] ^ 1)).offset == answers - 8);
  CHECK(refuse(answers, static_cast<std::uint8_t>(good[answers] ^ 0x80)).offset >= answers - 8);
  CHECK(refuse(10, 2).offset == answers);  // nodes
  CHECK(refuse(10, 4).offset == answers);
}

TEST_CASE("tree section: facts come once, in the order of their names", "[convert]") {
  TreeBuilder builder(15, "x");
  const std::uint8_t value[] = {7};
  builder.set_fact("a", value);
  builder.set_fact("b", value);
  builder.add(0, TreeMove());
  const Bytes good = encoded(std::move(builder).finish());
  // The facts begin behind version, size, columns, source, and two counts; each has a name and a length.
  constexpr std::size_t first = 11, second = first + 7;
  REQUIRE((good[first + 1] == 'a' && good[second + 1] == 'b'));
  for (const auto& [place, name] : {std::pair{second, 'a'}, {first, 'b'}, {first, 'c'}}) {
    Bytes bytes = good;
    bytes[place + 1] = static_cast<std::uint8_t>(name);
    const auto read = decode_tree(bytes);
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().message == "expected facts in the order of their names");
    CHECK(read.error().offset == second);
  }
}

TEST_CASE("tree section: a column says that there is something in it", "[convert]") {
  const std::uint8_t text[] = {'K', 'O'};
  const auto columns = [&](std::uint8_t bits, std::optional<TextKind> kind, std::uint64_t source) {
    TreeBuilder builder(15, "x");
    const NodeNumber node = builder.add(0, TreeMove::pass(), bits);
    if (kind) builder.add_text(*kind, text);
    builder.add_source_bits(node, source);
    builder.add(1, TreeMove());
    const GameTree tree = std::move(builder).finish();
    const Bytes bytes = encoded(tree);
    CHECK((decoded(bytes) == tree));
    for (std::uint8_t bit = 1; bit < 32; bit = static_cast<std::uint8_t>(bit * 2)) {
      Bytes other = bytes;
      other[2] ^= bit;
      CHECK_FALSE(decode_tree(other).ok());
    }
    return bytes[2];
  };
  CHECK(columns(0, std::nullopt, 0) == 0);
  CHECK(columns(0, TextKind::comment, 0) == 1);
  CHECK(columns(0, TextKind::board_text, 0) == 1);
  CHECK(columns(is_start, std::nullopt, 0) == 2);
  CHECK(columns(0, std::nullopt, 7) == 4);
  CHECK(columns(0, TextKind::properties, 0) == 8);
  CHECK(columns(is_out_of_turn, std::nullopt, 0) == 16);
  CHECK(columns(is_out_of_turn | is_marked, TextKind::properties, 1) == 30);
}

TEST_CASE("tree section: limits of the caller hold", "[convert]") {
  const GameTree tree = some_tree();
  const Bytes bytes = encoded(tree);
  CHECK(decode_tree(bytes, {3, 3}).ok());
  CHECK(decode_tree(bytes, {2, 3}).error().code == ErrorCode::limit);
  CHECK(decode_tree(bytes, {3, 2}).error().code == ErrorCode::limit);
  TreeBuilder builder(15, std::string(256, 'x'));
  CHECK(encode_tree(std::move(builder).finish()).error().code == ErrorCode::unsupported);
}

TEST_CASE("tree section: the bytes of a small tree", "[convert]") {
  // As in spec/format.md, section 14: whoever changes them changes the format.
  std::string hex;
  for (const std::uint8_t byte : encoded(some_tree())) {
    constexpr std::string_view digits = "0123456789abcdef";
    hex += {digits[byte >> 4], digits[byte & 15], ' '};
  }
  CHECK(hex ==
        "01 0f 03 06 72 65 6e 6c 69 62 03 00 00 00 01 00 06 68 65 61 64 65 72 0c 00 00 00 03 00 ff ff ff "
        "ff ff ff ff ff ff ff 90 62 16 fd 3c 16 ec e1 ff 1e 93 8c 98 4c 69 1b 8c ");
}

TEST_CASE("tree section: the published libraries come back, and are smaller than xz makes them",
          "[convert]") {
  for (const auto& library : test::published_libraries) {
    CAPTURE(library.name);
    const auto file = test::published_library(library.name);
    if (!file) continue;
    const GameTree tree = read_renlib(*file).value().tree;
    const Bytes bytes = encoded(tree);
    CHECK(bytes.size() < library.xz_bytes);
    const GameTree back = decoded(bytes);
    CHECK((back == tree));
    const auto writing = test::value_of(write_renlib(back));
    CHECK((writing.bytes == *file));
  }
}
