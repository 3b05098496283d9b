#include "convert/rv2/rv2_store.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "convert/rv2/rv2.hpp"
#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/convert/trees.hpp"
#include "tests/random_tree.hpp"

namespace rv2_store_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::add_comment;
using test::at;
using test::Bytes;
using test::from_hex;
using test::lines_text;
using test::remarks_text;
using test::through_section;
using test::tree_text;

namespace {

const std::string begin = "56 59 80 ";

TreeReading read(const Bytes& bytes, const TreeReadOptions& options = {}) {
  return test::located(read_rv2_store(bytes, options));
}

Error refuse(const Bytes& bytes, const TreeReadOptions& options = {}) {
  return test::error_of(read_rv2_store(bytes, options));
}

Bytes written(const GameTree& tree) {
  const TreeWriting writing = test::value_of(write_rv2_store(tree));
  CHECK(writing.losses.empty());
  return writing.bytes;
}

/// Black wins from h8 in 7; a15 and o1 are answered, c14 is not.
const std::string small =
    begin + "01 77 F9 03" + "00 06 01 87 FB 00" + "EE 06 02 86 FB 00 12 FD 00" + "12 04 00";

/// With the states that a search would have.
GameTree with_states(const GameTree& tree) {
  TreeBuilder builder(15, std::string(rv2_store_source));
  for (TreeCursor at(tree); at.next();) {
    const NodeNumber node = builder.add(at.depth(), at.move());
    if (at.depth() == 0) continue;
    if (node % 7 == 0)
      builder.add_source_bits(node, 0x100 | (at.depth() % 2 == 1 ? node % 128 : 0x80 | node % 128));
    else
      add_comment(builder, comment_of_length(1 + node % 127));
  }
  return std::move(builder).finish();
}

}  // namespace

TEST_CASE("rv2 store: squares are read from the top left, states as claimed lengths", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  const TreeReading reading = read(from_hex(small));
  const std::string length = "\"claimed length ";
  CHECK(tree_text(reading.tree) == ".(h8" + length + "7(a15" + length + "6(h7" + length + "5) o1" + length +
                                       "6(g7" + length + "5 c14" + length + "3) c14" + length + "4))");
  CHECK(reading.tree.source() == "rv2-store");
  CHECK(reading.tree.size() == 15);
  CHECK(reading.tree.source_bits().empty());
  CHECK(reading.attacker == Color::black);
  CHECK_FALSE(reading.rule.has_value());
  CHECK(reading.offsets == std::vector<std::uint64_t>{2, 4, 7, 10, 13, 16, 19, 22});
  CHECK(lines_text(reading.carried) == "7 moves read, 7 claimed lengths as comments\n");
  CHECK(reading.losses.empty());
  CHECK(reading.oddity_count == 0);
}

TEST_CASE("rv2 store: what is read is written as it was, and what is odd is told", "[convert]") {
  struct Case {
    std::string hex;
    std::string oddities;
  };
  const Case c = GENERATE(values<Case>({
      {small, ""},
      {begin + "00", ""},
      {"56 59 05 01 77 F9 00", "a state of the empty board: 05 instead of 80@2,"},
      {"56 59 00 00", "a state of the empty board: 00 instead of 80@2,"},
      {begin + "01 77 00 00", "the state 00 after a move of Black's, which claims nothing@5,"},
      {begin + "01 77 07 00", "the state 07 after a move of Black's, which claims nothing@5,"},
      {begin + "01 77 F9 01 66 FA 00", "the state FA after a move of White's, which claims nothing@8,"},
      {begin + "01 77 80 01 66 80 00", "the state 80 after a move of White's, which claims nothing@8,"},
      {begin + "01 77 81 01 66 7F 00", ""},
      {begin + "03 77 F9 00 66 F9 00 77 F9 00", "a move equal to one of its siblings@10,"},
      {begin + "01 77 F9 01 77 06 00", ""},
  }));
  CAPTURE(c.hex);
  const TreeReading reading = read(from_hex(c.hex));
  CHECK(remarks_text(reading.oddities) == c.oddities);
  CHECK(written(reading.tree) == from_hex(c.hex));
  const GameTree back = through_section(reading.tree);
  CHECK((back == reading.tree));
  CHECK(written(back) == from_hex(c.hex));
}

TEST_CASE("rv2 store: what is none is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "begins with \"VY\", found the end"},
      {"56", 1, "begins with \"VY\", found the end"},
      {"57 59 80 00", 0, "found 57"},
      {"56 58 80 00", 1, "found 58"},
      {"56 59", 2, "state and number of children"},
      {"56 59 80", 3, "state and number of children"},
      {begin + "01", 4, "expected 1 more child node of the node at byte 2"},
      {begin + "02 77 F9 00", 7, "expected 1 more child node of the node at byte 2"},
      {begin + "01 77 F9 FF 00 06 00", 10, "expected 254 more child nodes of the node at byte 4"},
      {begin + "02 77 F9 02 00 06 00", 10, "expected 1 more child node of the node at byte 4"},
      {begin + "01 77", 4, "expected a node of 3 bytes, found 1 byte"},
      {begin + "01 77 F9", 4, "expected a node of 3 bytes, found 2 bytes"},
      {begin + "00 77", 4, "expected the end of the file behind the last node, found 1 byte"},
      {begin + "01 77 F9 00 66 F9 00", 7, "expected the end of the file behind the last node, found 3 bytes"},
      {begin + "01 7F F9 00", 4, "expected a square of the 15x15 board, 00 to EE without F, found 7F"},
      {begin + "01 77 F9 01 F0 06 00", 7, "found F0"},
      {begin + "01 FF F9 00", 4, "found FF"},
  }));
  CAPTURE(c.file);
  test::check_refused(refuse(from_hex(c.file)), c);
}

TEST_CASE("rv2 store: a file cut anywhere is refused, or kept up to a whole node", "[convert]") {
  const Bytes whole = from_hex(small);
  TreeReadOptions keep;
  keep.keep_cut = true;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    CHECK(refuse(cut).offset <= length);
    if (length < 4 || length % 3 != 1) {
      CHECK(refuse(cut, keep).code == ErrorCode::malformed);
      continue;
    }
    const TreeReading reading = read(cut, keep);
    CHECK(reading.tree.node_count() == (length - 1) / 3);
    CHECK(reading.oddity_count > 0);
    CHECK(written(reading.tree) == cut);
  }
  CHECK(read(whole, keep).oddity_count == 0);
  const Bytes cut(whole.begin(), whole.begin() + 19);
  CHECK(remarks_text(read(cut, keep).oddities) ==
        "the file ends where 1 more child node of this node must follow@4,"
        "the file ends where 1 more child node of this node must follow@13,");
}

TEST_CASE("rv2 store: counts that are changed do not pass", "[convert]") {
  const Bytes whole = from_hex(small);
  for (std::size_t at = 3; at < whole.size(); at += 3)
    for (const int by : {-1, 1}) {
      Bytes bytes = whole;
      if (bytes[at] == 0 && by < 0) continue;
      bytes[at] = static_cast<std::uint8_t>(bytes[at] + by);
      CAPTURE(at, by);
      CHECK(refuse(bytes).code == ErrorCode::malformed);
    }
}

TEST_CASE("rv2 store: a line of a million moves is only a line", "[convert]") {
  Bytes bytes = from_hex(begin + "01");
  for (int i = 0; i < 1'000'000; ++i) {
    bytes.push_back(0x3A);
    bytes.push_back(i % 2 == 0 ? 0xFF : 0x01);
    bytes.push_back(i == 999'999 ? 0 : 1);
  }
  const TreeReading reading = read(bytes);
  CHECK(remarks_text(reading.oddities) ==
        "a line of more than 225 moves@" + std::to_string(4 + 225 * 3) + ",");
  CHECK((written(reading.tree) == bytes));
}

TEST_CASE("rv2 store: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 8;
  CHECK(read(from_hex(small), options).tree.node_count() == 8);
  options.max_nodes = 7;
  CHECK(refuse(from_hex(small), options).code == ErrorCode::limit);
  CHECK(refuse(from_hex(small), options).offset == 22);
  options.max_nodes = 0;
  CHECK(refuse(from_hex(small), options).code == ErrorCode::limit);
  options = {};
  options.max_oddities = 1;
  const TreeReading reading = read(from_hex(begin + "02 77 01 00 66 01 00"), options);
  CHECK(reading.oddities.size() == 1);
  CHECK(reading.oddity_count == 2);
}

TEST_CASE("rv2 store: random trees come back, in each of the eight symmetries", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const GameTree moves = test::random_moves({seed, seed * 3, std::string(rv2_store_source), true});
    const GameTree tree = with_states(test::image_of(moves, Symmetry(static_cast<int>(seed % 8))));
    const Bytes bytes = written(tree);
    CHECK(bytes.size() == 4 + 3 * (tree.node_count() - 1));
    CHECK((read(bytes).tree == tree));
  }
}

TEST_CASE("rv2 store: random bytes are refused, or come back", "[convert]") {
  std::mt19937 random(5);
  std::size_t read_whole = 0;
  for (int i = 0; i < 20'000; ++i) {
    Bytes bytes = from_hex(begin);
    bytes.push_back(static_cast<std::uint8_t>(random() % 4));
    const std::size_t nodes = random() % 12;
    for (std::size_t n = 0; n < nodes; ++n) {
      bytes.push_back(static_cast<std::uint8_t>((random() % 15) << 4 | random() % 15));
      bytes.push_back(static_cast<std::uint8_t>(random()));
      bytes.push_back(static_cast<std::uint8_t>(random() % 8 == 0 ? random() : random() % 3));
    }
    TreeReadOptions options;
    options.keep_cut = i % 2 == 0;
    const auto reading = read_rv2_store(bytes, options);
    if (!reading.ok()) {
      REQUIRE(reading.error().offset <= bytes.size());
      continue;
    }
    ++read_whole;
    REQUIRE(written(reading.value().tree) == bytes);
  }
  CHECK(read_whole > 2'000);
}

TEST_CASE("rv2 store: trees that were none are refused", "[convert]") {
  const auto root = [](TreeBuilder& b) { b.add(0, TreeMove()); };
  test::check_unwritten("", ErrorCode::unsupported, write_rv2_store, root);
  test::check_unwritten(rv2_store_source, ErrorCode::malformed, write_rv2_store, root, 19);
  const auto refused = [](auto&& fill) {
    test::check_unwritten(rv2_store_source, ErrorCode::malformed, write_rv2_store, fill);
  };
  refused([](TreeBuilder&) {});
  refused([](TreeBuilder& b) { b.add(0, at("h8")); });
  // What is wrong below a root, or beside it.
  const auto refused_below = [&](auto&& fill) { refused([&](TreeBuilder& b) { root(b), fill(b); }); };
  refused_below([](TreeBuilder& b) { b.add(0, TreeMove()); });
  refused_below([](TreeBuilder& b) { b.add(1, TreeMove::pass()); });
  refused_below([](TreeBuilder& b) { b.set_fact("tail", {}); });
  // A node without a state, with a length that is too large, with another text, with a mark, with other bits.
  refused_below([](TreeBuilder& b) { b.add(1, at("h8")); });
  refused_below([](TreeBuilder& b) { b.add(1, at("h8")), add_comment(b, "claimed length 129"); });
  refused_below([](TreeBuilder& b) { b.add(1, at("h8")), add_comment(b, "good"); });
  for (const std::uint8_t mark : {is_marked, is_out_of_turn})
    refused_below([&](TreeBuilder& b) { b.add(1, at("h8"), mark), add_comment(b, "claimed length 9"); });
  for (const std::uint64_t bits : {0x1F7u, 1u << 30 | 0x105u})
    refused_below([&](TreeBuilder& b) { b.add_source_bits(b.add(1, at("h8")), bits); });
  refused_below([](TreeBuilder& b) {
    for (int i = 0; i < 256; ++i) b.add(1, at("h8")), add_comment(b, "claimed length 9");
  });
}

TEST_CASE("rv2 store: the published store comes back byte for byte, and agrees with the JSON", "[convert]") {
  const auto bytes = test::published_file("rv2/store.dat"), json = test::published_file("rv2/gomoku.json");
  if (!bytes || !json) return;
  const TreeReading reading = read(*bytes);
  CHECK(reading.tree.node_count() == 127'064);
  CHECK(reading.oddity_count == 0);
  CHECK(reading.tree.source_bits().empty());
  CHECK(tree_text(reading.tree).starts_with(".(h8\"claimed length 35("));
  // Not CHECK(a == b), which would print them.
  CHECK((written(reading.tree) == *bytes));
  CHECK(encode_tree(reading.tree).value().size() < bytes->size() / 6);
  CHECK((written(through_section(reading.tree)) == *bytes));

  // White's replies to h8 and Black's answers to them.
  const auto answers = [](const GameTree& tree) {
    const std::size_t top = tree.has_root() ? 1 : 0;
    std::set<std::string> found;
    std::string reply;
    for (TreeCursor at(tree); at.next();) {
      if (at.depth() < top || at.depth() > top + 2) continue;
      const std::string square = to_text(at.move().square(15));
      if (at.depth() == top) CHECK(square == "h8");
      if (at.depth() == top + 1) reply = square;
      if (at.depth() == top + 2) found.insert(reply + " " + square);
    }
    return found;
  };
  const GameTree tree = test::value_of(read_rv2_tree(*json)).tree;
  CHECK(answers(tree).size() == 35);
  CHECK(answers(reading.tree) == answers(tree));

  // As JSON it keeps the lengths of its leaves.
  const TreeWriting as_json = test::value_of(write_rv2_tree(reading.tree));
  CHECK(lines_text(as_json.losses) ==
        "45819 claimed lengths of moves that have others below them: rv2 has them at the end of a line\n");
  const TreeReading back = test::value_of(read_rv2_tree(as_json.bytes));
  CHECK(lines_text(back.carried) == "127063 moves read, 81244 claimed lengths as comments\n");
  CHECK(back.oddity_count == 0);
}

}  // namespace rv2_store_test
