#include "convert/games/yixin_saved.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "game/notation.hpp"
#include "tests/convert/games.hpp"
#include "tests/convert/results.hpp"
#include "tests/random_tree.hpp"

namespace yixin_saved_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::at;
using test::Bytes;
using test::bytes_of;
using test::from_hex;
using test::text_of;
using test::texts_of;

namespace {

using Strings = std::vector<std::string>;

TreeReading sav(std::string_view text) { return test::located(read_sav(bytes_of(text), {})); }
TreeReading pos(const std::string& hex) { return test::located(read_pos(from_hex(hex), {})); }

Bytes written(const Result<TreeWriting>& writing) { return test::value_of(writing).bytes; }

GameTree game_of(const std::vector<Square>& moves, int size, const std::string& source = "") {
  TreeBuilder builder(size, source);
  for (std::size_t i = 0; i < moves.size(); ++i) builder.add(i, TreeMove::at(moves[i], size));
  return std::move(builder).finish();
}

/// Both files of a game, written from their description alone.
std::string plain_sav(const std::vector<Square>& moves, int size) {
  std::string text;
  for (const std::size_t number : {std::size_t(size), std::size_t(size), moves.size()})
    text += std::to_string(number) + "\r\n";
  for (const Square move : moves)
    text += std::to_string(size - 1 - move.row()) + " " + std::to_string(move.column()) + "\r\n";
  return text;
}
Bytes plain_pos(const std::vector<Square>& moves) {
  Bytes bytes = {static_cast<std::uint8_t>(moves.size())};
  for (const Square move : moves)
    bytes.push_back(static_cast<std::uint8_t>(15 * move.column() + (14 - move.row())));
  return bytes;
}

}  // namespace

TEST_CASE("saved games: points are read from the top left, from 0", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  const TreeReading lines = sav("15\n15\n4\n7 7\n6 8\n1 2\n13 0\n");
  CHECK(text_of(lines.tree) == "h8(i9(c14(a2)))");
  CHECK(lines.offsets == std::vector<std::uint64_t>{8, 12, 16, 20});
  CHECK(lines.carried == Strings{"4 moves"});
  CHECK(text_of(sav("20\n20\n2\n0 0\n18 19\n").tree) == "a20(t2)");
  const TreeReading bytes = pos("04 70 7E 1F 0D");
  CHECK(text_of(bytes.tree) == "h8(i9(c14(a2)))");
  CHECK(bytes.offsets == std::vector<std::uint64_t>{1, 2, 3, 4});
  CHECK(text_of(pos("02 00 E0").tree) == "a15(o1)");
}

TEST_CASE("saved games: an old .sav names its rule set", "[convert]") {
  CHECK(sav("15\n15\n1\n7 7\n").rule == std::nullopt);
  CHECK(sav("15\n0\n1\n7 7\n").rule == RuleSet::freestyle);
  CHECK(sav("15\n1\n1\n7 7\n").rule == RuleSet::standard);
  CHECK(sav("15\n2\n1\n7 7\n").rule == RuleSet::renju);
  const TreeReading unknown = sav("15\n4\n1\n7 7\n");
  CHECK(unknown.rule == std::nullopt);
  CHECK(texts_of(unknown.oddities) == Strings{"a rule set 4, which is none of ours@3"});
  CHECK(sav("5\n5\n1\n0 4\n").rule == std::nullopt);
}

TEST_CASE("saved games: whatever is accepted is written byte for byte", "[convert]") {
  const std::string text =
      GENERATE(as<std::string>(), "15\n15\n2\n7 7\n6 8\n", "15\r\n15\r\n2\r\n7 7\r\n6 8\r\n",
               "15\n15\n2\r\n7 7\n6 8", "15\n15\n0\n", "15\n15\n0", "10\n2\n1\n9 0\n", "15\n4\n1\n7 7",
               "15\n15\n1\n7 7\n8 8\n", "15\n15\n0\n\n", "15\n15\n2\n7 7\n7 7\n");
  CAPTURE(text);
  const TreeReading reading = sav(text);
  CHECK(reading.losses.empty());
  CHECK(text_of(written(write_sav(reading.tree))) == text);
  CHECK(text_of(written(write_sav(test::through_section(reading.tree)))) == text);

  const std::string hex = GENERATE(as<std::string>(), "00", "01 70", "02 70 70", "03 00 E0 70 FF 00");
  CAPTURE(hex);
  const TreeReading bytes = pos(hex);
  CHECK(written(write_pos(bytes.tree)) == from_hex(hex));
  CHECK(written(write_pos(test::through_section(bytes.tree))) == from_hex(hex));
}

TEST_CASE("saved games: what is behind the moves, and no moves, is odd", "[convert]") {
  CHECK(texts_of(sav("15\n15\n1\n7 7\n8 8\n").oddities) == Strings{"4 bytes behind the last move@12"});
  CHECK(texts_of(sav("15\n15\n0\n").oddities) == Strings{"no moves@8"});
  CHECK(texts_of(pos("01 70 71").oddities) == Strings{"1 byte behind the last move@2"});
  CHECK(texts_of(pos("00").oddities) == Strings{"no moves@1"});
}

TEST_CASE("saved games: what is none is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "found the end of the file"},
      {"15\n15\n", 6, "a line with a number: height, width and number of moves come first"},
      {"15\n15\n2\n7 7\n", 12, "a move, its row and its column from 0 to 14, found the end of the file"},
      {"15\n15\n1\n7 15\n", 8, "found \"7 15\""},
      {"15\n15\n1\n15 7\n", 8, "found \"15 7\""},
      {"15\n15\n1\n7,7\n", 8, "found \"7,7\""},
      {"15\n15\n1\n7  7\n", 8, "found \"7  7\""},
      {"15\n15\n1\n07 7\n", 8, "found \"07 7\""},
      {"15\n15\n1\n-1 7\n", 8, "found \"-1 7\""},
      {"15 15\n1\n7 7\n", 0, "found \"15 15\""},
      {"015\n15\n0\n", 0, "found \"015\""},
      {"99999999999\n15\n0\n", 0, "found \"99999999999\""},
      {"15\n10\n0\n", 0, "the file has 10x15", ErrorCode::unsupported},
      {"22\n22\n0\n", 0, "the file has 22x22", ErrorCode::unsupported},
      {"4\n4\n0\n", 0, "the file has 4x4", ErrorCode::unsupported},
  }));
  CAPTURE(c.file);
  test::check_refused(test::error_of(read_sav(bytes_of(c.file), {})), c);

  const test::Refusal p = GENERATE(values<test::Refusal>({
      {"", 0, "expected the number of moves"},
      {"02 70", 2, "expected 2 moves, found 1 and the end of the file"},
      {"02 70 E1", 2, "expected a move from 0 to 224, found 225"},
  }));
  CAPTURE(p.file);
  test::check_refused(test::error_of(read_pos(from_hex(p.file), {})), p);
}

TEST_CASE("saved games: any game is written as the description says, and read again", "[convert]") {
  std::mt19937 random(7);
  for (int turn = 0; turn < 200; ++turn) {
    const int size = turn % 2 == 0 ? 15 : 5 + turn % 16;
    CAPTURE(turn, size);
    std::vector<Square> moves;
    for (auto i = random() % 40; i > 0; --i)
      moves.emplace_back(static_cast<int>(random() % static_cast<unsigned>(size)),
                         static_cast<int>(random() % static_cast<unsigned>(size)));
    const GameTree game = game_of(moves, size);
    const std::string text = plain_sav(moves, size);
    CHECK(text_of(written(write_sav(game))) == text);
    CHECK(text_of(sav(text).tree) == text_of(game));
    if (size != 15) {
      CHECK(test::code_of(write_pos(game)) == ErrorCode::unsupported);
      continue;
    }
    const Bytes bytes = plain_pos(moves);
    CHECK(written(write_pos(game)) == bytes);
    CHECK(text_of(test::value_of(read_pos(bytes, {})).tree) == text_of(game));
  }
}

TEST_CASE("saved games: what is no game of squares is not written", "[convert]") {
  const auto refused = [](const GameTree& tree, const std::string& words) {
    CHECK(test::error_of(write_sav(tree)).message == "a file .sav " + words);
    CHECK(test::error_of(write_pos(tree)).message == "a file .pos " + words);
  };
  TreeBuilder branches(15, "");
  branches.add(0, at("h8"));
  branches.add(1, at("h9"));
  branches.add(1, at("i9"));
  refused(std::move(branches).finish(), "is one game; the tree has 2 lines");
  TreeBuilder pass(15, "");
  pass.add(0, at("h8"));
  pass.add(1, TreeMove::pass());
  refused(std::move(pass).finish(), "has no pass");
  const std::vector<Square> most(255, Square(1, 2));
  CHECK(written(write_pos(game_of(most, 15))) == plain_pos(most));
  const std::vector<Square> many(256, Square(1, 2));
  CHECK(test::code_of(write_pos(game_of(many, 15))) == ErrorCode::unsupported);
  CHECK(test::code_of(write_pos(game_of(many, 15, std::string(pos_source)))) == ErrorCode::unsupported);

  TreeBuilder told(15, "");
  told.add(0, at("h8"), is_marked);
  told.add_text(TextKind::comment, bytes_of("why"));
  const auto writing = test::value_of(write_sav(std::move(told).finish()));
  CHECK(writing.losses == Strings{"1 comment", "1 mark"});
}

TEST_CASE("saved games: trees that only say they were such files are not written", "[convert]") {
  const auto refused = [](std::string_view source, auto fill) {
    test::check_unwritten(
        source, ErrorCode::malformed,
        [&](const GameTree& tree) { return source == sav_source ? write_sav(tree) : write_pos(tree); }, fill);
  };
  refused(sav_source, [](TreeBuilder& b) { b.add(0, at("h8")); });
  refused(sav_source, [](TreeBuilder& b) {
    b.set_fact(header_fact, bytes_of("15\n15\n2\n"));
    b.add(0, at("h8"));
  });
  refused(sav_source, [](TreeBuilder& b) {
    b.set_fact(header_fact, bytes_of("15\n15\n1\n"));
    b.add_source_bits(b.add(0, at("h8")), 4);
  });
  refused(sav_source, [](TreeBuilder& b) {
    b.set_fact(header_fact, bytes_of("10\n10\n1\n"));
    b.add(0, at("h8"));
  });
  refused(sav_source, [](TreeBuilder& b) {
    b.set_fact(header_fact, bytes_of("15\n15\n1\n"));
    b.add(0, TreeMove());
  });
  refused(pos_source, [](TreeBuilder& b) { b.add_source_bits(b.add(0, at("h8")), 1); });
  refused(pos_source, [](TreeBuilder& b) { b.add(0, at("h8")), b.add(0, at("h9")); });
  refused(pos_source, [](TreeBuilder& b) { b.add(0, TreeMove::pass()); });
}

TEST_CASE("saved games: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 1;
  CHECK(read_sav(bytes_of("15\n15\n1\n7 7\n"), options).ok());
  CHECK(test::error_of(read_sav(bytes_of("15\n15\n2\n7 7\n7 8\n"), options)).code == ErrorCode::limit);
  CHECK(test::error_of(read_pos(from_hex("02 70 71"), options)).code == ErrorCode::limit);
}

}  // namespace yixin_saved_test
