#include "convert/games/moves.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "convert/games/openings.hpp"
#include "convert/tree/tree_lines.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "tests/convert/games.hpp"
#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"
#include "tests/random_tree.hpp"

namespace moves_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::at;
using test::Bytes;
using test::bytes_of;
using test::text_of;
using test::texts_of;

namespace {

struct Pair {
  const char* name;
  std::function<Result<TreeReading>(const Bytes&, const TreeReadOptions&, int)> read;
  std::function<Result<TreeWriting>(const GameTree&)> write;
};

const Pair moves{"moves",
                 [](const Bytes& bytes, const TreeReadOptions& options, int size) {
                   return read_moves(bytes, options, size);
                 },
                 write_moves};
const Pair openings{"openings",
                    [](const Bytes& bytes, const TreeReadOptions& options, int size) {
                      return read_openings(bytes, options, size);
                    },
                    write_openings};

TreeReading read(const Pair& format, std::string_view text, int size = 15) {
  return test::located(format.read(bytes_of(text), {}, size));
}

Error refuse(const Pair& format, std::string_view text, int size = 15) {
  return test::error_of(format.read(bytes_of(text), {}, size));
}

std::string written(const Pair& format, const GameTree& tree) {
  return text_of(test::value_of(format.write(tree)).bytes);
}

}  // namespace

TEST_CASE("moves: lines are one tree, whatever stands between the moves", "[convert]") {
  CHECK(text_of(read(moves, "h8 i9 g7\nh8i9c14\nH8,H7\n\th8 , a15\ta10\n").tree) ==
        "h8(i9(g7 c14) h7 a15(a10))");
  CHECK(text_of(read(moves, "h8 -- i9\nh8--a1\n--\n").tree) == "h8(--(i9 a1)) --");
  CHECK(text_of(read(moves, "t20 a20 t1", 20).tree) == "t20(a20(t1))");
  CHECK(text_of(read(moves, "h8 h8 h8").tree) == "h8(h8(h8))");
  CHECK(read(moves, "h8 h8 h8").tree.size() == 15);
}

TEST_CASE("moves: squares are read from the bottom left", "[convert]") {
  const TreeReading reading = read(moves, "c14 o1");
  CHECK(reading.tree.move(0) == TreeMove::at(Square(2, 13), 15));
  CHECK(reading.tree.move(1) == TreeMove::at(Square(14, 0), 15));
}

TEST_CASE("moves: comments belong to the line below them, or before them", "[convert]") {
  const std::string text = "# an opening\n#\n# of note\nh8 i9\nh8 i10 # direct\n\nh8 # first\n# the end\n\n";
  const TreeReading reading = read(moves, text);
  CHECK(text_of(reading.tree) == "h8\"first\"(i9\"an opening\n\nof note\" i10\"direct\")");
  CHECK(reading.losses.empty());
  CHECK(reading.oddities.empty());
  CHECK(reading.carried == std::vector<std::string>{"3 lines of moves, 3 nodes", "6 comments"});
  CHECK(written(moves, reading.tree) == text);
}

TEST_CASE("moves: nodes are found in the file", "[convert]") {
  const TreeReading reading = read(moves, "# h\nh8 i9\r\nh8i9c14 # x\nH8,H7");
  CHECK(text_of(reading.tree) == "h8(i9\"h\"(c14\"x\") h7)");
  CHECK(reading.offsets == std::vector<std::uint64_t>{4, 7, 15, 26});
}

TEST_CASE("moves: files in one manner, or in several, are written as they were", "[convert]") {
  const std::string text =
      GENERATE(as<std::string>(), "h8 i9\n", "h8 i9", "h8i9\r\nh8i10", "H8,H7\n", "H8, H7\r\nh8 h9\n",
               "h8\n\n\nh9\n", "\xEF\xBB\xBFh8 i9\n", "\xEF\xBB\xBF", "", "# nothing\n\n", "\n\n",
               "# a\nh8 # b\nh8 i9 # c", "h8 #\nH8,J9 # x # y\r\n", "h8 --\n--\n", "a1 b2\na1\na1 b2 c3\n",
               "#\n# \xFF\x80\nh8\n", "h8 i9\n# tail");
  CAPTURE(text);
  const TreeReading reading = read(moves, text);
  CHECK(reading.losses.empty());
  CHECK(written(moves, reading.tree) == text);
}

TEST_CASE("moves: what is not kept of a file is named", "[convert]") {
  struct Case {
    std::string text, tree, loss, written;
  };
  const Case c = GENERATE(values<Case>({
      {"h8 i9\nh8 i9\nH8I9\n", "h8(i9)", "2 lines equal to an earlier one", "h8 i9\n"},
      {"# a\nh8\n# b\nh8 # c\n", "h8\"a\nb\nc\"", "1 line equal to an earlier one", "# a\n# b\n# c\nh8\n"},
      {"h8  i9\n", "h8(i9)", "the spelling of 1 line, not the moves and comments", "h8 i9\n"},
      {" h8\nh9 \n", "h8 h9", "the spelling of 2 lines, not the moves and comments", "h8\nh9\n"},
      {"h8 I9\n", "h8(i9)", "the spelling of 1 line, not the moves and comments", "h8 i9\n"},
      {"#a\nh8\n", "h8\"a\"", "the spelling of 1 line, not the moves and comments", "# a\nh8\n"},
      {"# a\n\nh8\n", "h8\"a\"", "the spelling of 1 line, not the moves and comments", "\n# a\nh8\n"},
      {"# a\r\nh8\n", "h8\"a\"", "the spelling of 1 line, not the moves and comments", "# a\nh8\n"},
      {"# a\r\r\nh8\r\n", "h8\"a\"", "the spelling of 1 line, not the moves and comments", "# a\r\nh8\r\n"},
      {"h8\r\r\n", "h8", "the spelling of 1 line, not the moves and comments", "h8\r\n"},
      {"h8# a\n", "h8\"a\"", "the spelling of 1 line, not the moves and comments", "h8 # a\n"},
  }));
  CAPTURE(c.text);
  const TreeReading reading = read(moves, c.text);
  CHECK(text_of(reading.tree) == c.tree);
  CHECK(reading.losses == std::vector<std::string>{c.loss});
  // Written again it is a file that loses nothing.
  CHECK(written(moves, reading.tree) == c.written);
  const TreeReading again = read(moves, written(moves, reading.tree));
  CHECK(again.losses.empty());
  CHECK(again.tree == reading.tree);
}

TEST_CASE("moves: empty lines are kept up to 255", "[convert]") {
  const std::string most(255, '\n');
  CHECK(read(moves, most + "h8\n").losses.empty());
  CHECK(read(moves, most + "\nh8\n").losses.size() == 1);
}

TEST_CASE("moves: a file without moves is odd", "[convert]") {
  CHECK(texts_of(read(moves, "").oddities) == std::vector<std::string>{"no line of moves@0"});
  CHECK(texts_of(read(moves, "# x\n").oddities) == std::vector<std::string>{"no line of moves@4"});
}

TEST_CASE("moves: what is no move is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"h8 i16", 3, "expected a square a1 to o15, found \"i16\""},
      {"h8\nh8 p1\n", 6, "found \"p1\""},
      {"h8 i9x", 5, "found \"x\""},
      {"h8;i9", 2, "found \";\""},
      {"h8 i", 3, "found \"i\""},
      {"h08", 0, "found \"h08\""},
      {"h8 -", 3, "found \"-\""},
      {"# c\nh8 \xC3\xA9", 7, "found \"\xC3\""},
      {"h8 1. i9", 3, "found \"1\""},
      {"f5", 0, "a1 to e5", ErrorCode::malformed, 5},
      {"h123", 0, "found \"h12"},
  }));
  CAPTURE(c.file);
  test::check_refused(refuse(moves, c.file, c.size), c);
}

TEST_CASE("moves: letters may skip i, and are proposed where only that fits", "[convert]") {
  const auto skipping = [](std::string_view text) {
    return read_moves(bytes_of(text), {}, 15, Letters::skip_i);
  };
  CHECK(text_of(test::value_of(skipping("K15 L8 # x\nh8j1P2")).tree) == "j15(k8\"x\") h8(i1(o2))");
  CHECK_THAT(skipping("h8 i9").error().message, Catch::Contains("without the letter i"));
  // What is written has all letters, which is another spelling of the line.
  const TreeReading reading = test::value_of(skipping("h8 j9\na1 h8\n"));
  CHECK(reading.losses == std::vector<std::string>{"the spelling of 1 line, not the moves and comments"});
  CHECK(written(moves, reading.tree) == "h8 i9\na1 h8\n");

  const std::string proposal = "; every square fits letters that skip i (--letters skip-i)";
  CHECK(refuse(moves, "K15 L8\nP5 O4\n").message == "expected a square a1 to o15, found \"P5\"" + proposal);
  for (const char* text : {"P5 I3", "P5 x", "P5 Q1", "h16"})
    CHECK_THAT(refuse(moves, text).message, !Catch::Contains("skip"));
}

TEST_CASE("moves: a position code may stand in an address", "[convert]") {
  CHECK(text_of(read(moves, "https://gomocalc.com/#/h8i9 # x\nhttp://a1/b?c=H8i10\nh8").tree) ==
        "h8(i9\"x\" i10)");
  CHECK(read(moves, "https://gomocalc.com/#/h8i9\n").losses.size() == 1);
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"https://gomocalc.com/#/", 23, "expected a position code in the address"},
      {"h8\nhttps://gomocalc.com/about", 24, "found \"a\""},
      {"https:/gomocalc.com/#/h8", 0, "found \"h\""},
      {" https://gomocalc.com/#/h8", 1, "found \"h\""},
  }));
  CAPTURE(c.file);
  test::check_refused(refuse(moves, c.file), c);
}

TEST_CASE("moves: a word may be a game", "[convert]") {
  for (const char* word : {"h8", "h8i9", "H8I15a1", "t20z99", "https://gomocalc.com/#/h8", "http://x"})
    CHECK(is_game(word));
  for (const char* word : {"", "h", "h8i", "h8 i9", "h123", "8h", "h8.lib", "h8/i9", "--", "ftp://h8", "-"})
    CHECK_FALSE(is_game(word));
}

TEST_CASE("codes: each leaf is a line without blanks", "[convert]") {
  const GameTree tree = read(moves, "h8 i9 g7 # x\nh8 i10\n").tree;
  const auto writing = test::value_of(write_codes(tree));
  CHECK(text_of(writing.bytes) == "h8i9g7\nh8i10\n");
  CHECK(writing.losses == std::vector<std::string>{"1 comment", "2 nodes with bits of the source moves"});
  CHECK(test::code_of(write_codes(read(moves, "h8 --").tree)) == ErrorCode::unsupported);
}

TEST_CASE("openings: offsets are from the centre, downwards", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  CHECK(text_of(read(openings, "0,0, 1,0, 1,3, -7,-6").tree) == "h8(i8(i5(a14)))");
  CHECK(text_of(read(openings, "0,0, 1,0, 1,3, -10,-9", 20).tree) == "k10(l10(l7(a19)))");
  CHECK(text_of(read(openings, "-4,-9,-5,-8", 20).tree) == "g19(f18)");
  CHECK(text_of(read(openings, "0,0 2,-2", 5).tree) == "c3(e5)");
}

TEST_CASE("openings: the board ends where it ends", "[convert]") {
  CHECK(text_of(read(openings, "-7,-7, 7,7").tree) == "a15(o1)");
  CHECK(text_of(read(openings, "-10,-10, 9,9", 20).tree) == "a20(t1)");
  CHECK(refuse(openings, "0,0, 8,0").offset == 5);
  CHECK(refuse(openings, "0,0, 0,-8").offset == 7);
  CHECK(refuse(openings, "10,0", 20).offset == 0);
  CHECK(refuse(openings, "-11,0", 20).message ==
        "expected an offset from the centre of the 20x20 board, -10 to 9, found \"-11\"");
}

TEST_CASE("openings: what is no offset is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"0,0, 1", 6, "the end of the line"},
      {"0,0\n1,0, 1\n", 10, "the end of the line"},
      {"0,,0", 2, "found \",\""},
      {"h8", 0, "found \"h\""},
      {"0,-", 2, "found \"-\""},
      {"0,1000", 2, "found \"100\""},
      {"0,0 x", 4, "found \"x\""},
  }));
  CAPTURE(c.file);
  test::check_refused(refuse(openings, c.file), c);
}

TEST_CASE("openings: lists in one manner, or in several, are written as they were", "[convert]") {
  const std::string text = GENERATE(as<std::string>(), "0,0, 1,0, 1,3\r\n0,0, 1,1\r\n", "-7,-7,7,7\n0,0, 1,0",
                                    "0,0 1,0\n", "0,0\n", "", "0,0, 1,0, 1,3\n\n-3,2,4,-5\n");
  CAPTURE(text);
  const TreeReading reading = read(openings, text);
  CHECK(reading.losses.empty());
  CHECK(written(openings, reading.tree) == text);
}

TEST_CASE("openings: other spellings are read, and named", "[convert]") {
  CHECK(text_of(read(openings, " +1 , 0 ,\t-0, 2,\n").tree) == "i8(h6)");
  for (const char* text : {"+1,0\n", "-0,0\n", "01,0\n", "1,0,\n", "1, 0\n"}) {
    CAPTURE(text);
    CHECK(read(openings, text).losses.size() == 1);
  }
}

TEST_CASE("openings: a comment is odd, and kept", "[convert]") {
  const TreeReading reading = read(openings, "# gomocup\n0,0 # x\n");
  CHECK(texts_of(reading.oddities) ==
        std::vector<std::string>{"a comment, which programs do not expect here@0",
                                 "a comment, which programs do not expect here@14"});
  CHECK(written(openings, reading.tree) == "# gomocup\n0,0 # x\n");
}

TEST_CASE("lines: a made tree is written with one line for each leaf", "[convert]") {
  const std::uint8_t text[] = {'a', '\r', '\n', 'b'};
  TreeBuilder builder(15, "");
  builder.add(0, TreeMove());
  builder.add(1, at("h8"));
  builder.add_text(TextKind::comment, text);
  builder.add(2, at("i9"));
  builder.add_text(TextKind::comment, text);
  builder.add(2, at("c14"), is_marked);
  const GameTree tree = std::move(builder).finish();
  CHECK(written(moves, tree) == "# a\n# b\nh8 i9\nh8 c14\n");
  CHECK(write_moves(tree).value().losses ==
        std::vector<std::string>{"carriage returns at ends of lines in 1 comment",
                                 "1 comment before the end of a line", "1 mark"});
  CHECK(written(openings, tree) == "0,0, 1,-1\n0,0, -5,-6\n");
  CHECK(write_openings(tree).value().losses ==
        std::vector<std::string>{"1 comment", "1 comment before the end of a line", "1 mark",
                                 "the size of the board, 15: offsets mean nothing without it"});
}

TEST_CASE("lines: a pass is a move, but no opening", "[convert]") {
  TreeBuilder builder(20, "");
  builder.add(0, TreeMove::at(Square(19, 0), 20));
  builder.add(1, TreeMove::pass());
  const GameTree tree = std::move(builder).finish();
  CHECK(written(moves, tree) == "t1 --\n");
  CHECK(write_moves(tree).value().losses ==
        std::vector<std::string>{"the size of the board, 20: whoever reads the file must know it"});
  CHECK(write_openings(tree).error().code == ErrorCode::unsupported);
}

TEST_CASE("lines: a tree that only says that it was a list is refused", "[convert]") {
  const auto refused = [](const std::string& source, auto&& fill) {
    TreeBuilder builder(15, source);
    fill(builder);
    const GameTree tree = std::move(builder).finish();
    const auto code = test::code_of(source == moves_source ? write_moves(tree) : write_openings(tree));
    CHECK((code == ErrorCode::malformed || code == ErrorCode::unsupported));
  };
  const auto h8 = TreeMove::at(Square(7, 7), 15);
  const std::uint8_t text[] = {'a'};
  const std::string m(moves_source), o(openings_source);
  refused(m, [&](TreeBuilder& b) { b.add(0, h8); });
  refused(m, [&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8), 2); });
  refused(m, [&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8), 1 | 0x40ull << 32); });
  refused(m, [&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8), 1 | 1ull << 50); });
  refused(m, [&](TreeBuilder& b) { b.add_source_bits(b.add(0, TreeMove()), 1); });
  refused(m, [&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8, is_marked), 1); });
  refused(m, [&](TreeBuilder& b) { b.set_fact("tail", text), b.add_source_bits(b.add(0, h8), 1); });
  refused(m, [&](TreeBuilder& b) { b.set_fact("else", text), b.add_source_bits(b.add(0, h8), 1); });
  refused(
      m, [&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8), 1), b.add_text(TextKind::board_text, text); });
  refused(o, [&](TreeBuilder& b) { b.add_source_bits(b.add(0, TreeMove::pass()), 1); });
  refused(o, [&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8), 1 | 7ull << 32); });
}

TEST_CASE("lines: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 3;
  CHECK(read_moves(bytes_of("h8 i9\nh8 j9\n"), options).ok());
  const Error beyond = test::error_of(read_moves(bytes_of("h8 i9\nh8 j9 a1\n"), options), "");
  CHECK(beyond.code == ErrorCode::limit);
  CHECK(beyond.offset == 12);
  options = {};
  options.max_oddities = 2;
  const auto odd = read_openings(bytes_of("#\n#\n#\n0,0\n"), options);
  CHECK(odd.value().oddities.size() == 2);
  CHECK(odd.value().oddity_count == 3);
  for (const int size : {4, 21, -1}) {
    CHECK(read_moves(bytes_of("a1"), {}, size).error().code == ErrorCode::unsupported);
    CHECK(read_openings(bytes_of("0,0"), {}, size).error().code == ErrorCode::unsupported);
  }
}

TEST_CASE("lines: trees come back from lines, seen from all eight sides", "[convert]") {
  for (const Pair* format : {&moves, &openings})
    for (const int size : {5, 6, 15, 20})
      for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(format->name, size, seed);
        const auto lines = test::random_lines(seed, size, 30, std::string_view(format->name) == "moves");
        std::string text;
        for (const auto& line : lines) {
          for (const TreeMove move : line) text += to_text(move, size) + " ";
          text += "\n";
        }
        const GameTree tree = read(moves, text, size).tree;
        for (int symmetry = 0; symmetry < Symmetry::count; ++symmetry) {
          const GameTree image = test::image_of(tree, Symmetry(symmetry), "");
          const TreeReading back = read(*format, written(*format, image), size);
          CHECK(text_of(back.tree) == text_of(image));
          CHECK(back.losses.empty());
          CHECK(written(*format, back.tree) == written(*format, image));
        }
      }
}

TEST_CASE("lines: random trees are written, and what is lost is named", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    const GameTree tree = test::random_tree({seed, 80, 15, 10, seed % 2 == 0, seed % 3 == 0});
    const auto writing = test::value_of(write_moves(tree));
    const TreeReading back = read(moves, text_of(writing.bytes));
    for (const std::string& loss : back.losses) CHECK_THAT(loss, Catch::Contains("equal to an earlier one"));
    CHECK(written(moves, back.tree).size() <= writing.bytes.size());
  }
}

TEST_CASE("lines: a list goes through a section of a proof file", "[convert]") {
  const std::string text = "# a\nh8i9\nH8, J9 # b\r\n\nh8\n# tail";
  CHECK(written(moves, test::through_section(read(moves, text).tree)) == text);
}

TEST_CASE("lines: cut or changed anywhere a file is refused, or comes back", "[convert]") {
  std::mt19937 random(11);
  const std::string sources[] = {
      "\xEF\xBB\xBF# one\nh8 i9 g7\r\n\nH8,H7 # two\n# end\n",
      "0,0, 1,0, 1,3\r\n-4,-5,-5,4\n\n1,1 2,2\n",
  };
  std::size_t accepted = 0;
  const auto check = [&](const Pair& format, const std::string& text) {
    const auto reading = format.read(bytes_of(text), {}, 15);
    if (!reading.ok()) {
      CHECK(reading.error().offset.value_or(0) <= text.size());
      return;
    }
    ++accepted;
    const std::string again = written(format, reading.value().tree);
    if (reading.value().losses.empty()) CHECK(again == text);
    const TreeReading back = read(format, again);
    CHECK(back.tree == reading.value().tree);
    CHECK(back.losses.empty());
  };
  for (const Pair* format : {&moves, &openings}) {
    const std::string& source = sources[format == &openings];
    for (std::size_t length = 0; length <= source.size(); ++length) check(*format, source.substr(0, length));
    for (int i = 0; i < 3000; ++i) {
      const std::string text = test::damaged(source, random, 3, "\n\r#, \thi19-+0\xFF");
      CAPTURE(text);
      check(*format, text);
    }
  }
  CHECK(accepted > 1500);
}

TEST_CASE("lines: the published lists of openings are written as they were", "[convert]") {
  struct List {
    const Pair& format;
    const char* name;
    int size;
    std::size_t lines;
  };
  for (const List& list :
       {List{openings, "gomocup/openings_20.txt", 20, 6}, List{openings, "piskvork/openings.txt", 20, 41},
        List{moves, "positions/openings_gomocup2026_f15.txt", 15, 12},
        List{moves, "positions/openings_gomocup_f20.txt", 20, 9}}) {
    CAPTURE(list.name);
    const auto bytes = test::published_file(list.name);
    if (!bytes) continue;
    const TreeReading reading = read(list.format, text_of(*bytes), list.size);
    CHECK(reading.oddities.empty());
    CHECK(reading.losses.empty());
    CHECK_THAT(reading.carried.at(0), Catch::StartsWith(std::to_string(list.lines) + " lines"));
    CHECK(text_of(*bytes) == written(list.format, reading.tree));
  }
}

TEST_CASE("openings: a published list says the same as moves, upside down", "[convert]") {
  // The list of moves was made by somebody who took y for upwards.
  const auto offsets = test::published_file("gomocup/openings_20.txt");
  const auto squares = test::published_file("positions/openings_gomocup_f20.txt");
  if (!offsets || !squares) return;
  const GameTree one = read(openings, text_of(*offsets), 20).tree;
  const GameTree other = read(moves, text_of(*squares), 20).tree;
  const auto mirrored = test::nodes_of(test::image_of(one, Symmetry(2), ""));
  const auto known = test::nodes_of(other);
  std::size_t shared = 0;
  for (const auto& node : mirrored) shared += known.count(node);
  CHECK(shared >= 3);
}

TEST_CASE("moves: lines with a thousand moves for each node are no list of games", "[convert]") {
  // A line of 2047 moves and so many answers to the last: with 2047 of them there are 1024 moves for each
  // node.
  const auto tree_with = [](std::size_t answers) {
    constexpr std::size_t length = 2047;
    TreeBuilder builder(15, "");
    const auto move = [](std::size_t i) {
      return TreeMove::at(from_dense_index(static_cast<int>(i % 225), 15), 15);
    };
    for (std::size_t i = 0; i < length; ++i) builder.add(i, move(i));
    for (std::size_t i = 0; i < answers; ++i) builder.add(length, move(i));
    return std::move(builder).finish();
  };
  for (const Pair& format : {moves, openings}) {
    INFO(format.name);
    CHECK(format.write(tree_with(2047)).ok());
    const auto refused = format.write(tree_with(2048));
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::limit);
    CHECK(refused.error().message ==
          "the lines have 4194304 moves, more than 1024 for each node of the tree");
  }
}

TEST_CASE("moves: the moves of lines are counted before there are lines", "[convert]") {
  const auto check = [](const GameTree& tree) {
    std::uint64_t moves = 0;
    (void)for_each_line(tree, [&](const TreeLine& line) { moves += line.moves.size(); });
    CHECK(moves_in_lines(tree) == moves);
  };
  for (const char* text : {"h8 i9 g7\nh8 i9 g9\nh8\n--\n", "h8\n", "# nothing\n"})
    check(read(moves, text).tree);
  for (std::uint32_t seed = 1; seed < 50; ++seed) check(test::random_tree({seed}));
  TreeBuilder builder(15, "");  // a root, two labels below a move, and a move below the second
  builder.add(0, TreeMove());
  const TreeMove h8 = TreeMove::at(from_dense_index(112, 15), 15);
  builder.add(1, h8);
  builder.add(2, h8, is_text_only);
  builder.add(2, h8, is_text_only);
  builder.add(3, h8);
  builder.add(1, h8);
  builder.add(2, h8, is_text_only);
  const GameTree labelled = std::move(builder).finish();
  CHECK(moves_in_lines(labelled) == 3);
  check(labelled);
}

}  // namespace moves_test
