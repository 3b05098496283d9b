#include "convert/sgf/sgf.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <tuple>

#include "convert/renlib/renlib.hpp"
#include "convert/syntax/charset.hpp"
#include "game/symmetry.hpp"
#include "tests/convert/library_fixtures.hpp"
#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/sgf_fixtures.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/convert/trees.hpp"
#include "tests/random_tree.hpp"
#include "tests/rounds.hpp"

namespace sgf_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;
using test::bytes_of;
using test::image_of;
using test::sgf_root;

namespace {

using test::text_of;

TreeReading read(const Bytes& bytes, const TreeReadOptions& options = {}, const std::string& charset = {}) {
  return test::value_of(read_sgf(bytes, options, charset));
}
TreeReading read(const std::string& sgf) { return read(bytes_of(sgf)); }

TreeWriting written(const GameTree& tree, const SgfWriteOptions& options = {}) {
  return test::value_of(write_sgf(tree, options));
}
std::string sgf_of(const GameTree& tree) { return text_of(written(tree).bytes); }

/// Besides what tree_text says: = a node that goes on, + one of set-up.
std::string facts_of(const GameTree& tree) {
  return test::tree_text(tree, {.of_source = [](const TreeCursor& at) {
                           return at.source_bits() == 1 ? "=" : at.source_bits() == 3 ? "+" : "";
                         }});
}

bool is_label(const GameTree& tree, const TreeCursor& at) {
  return (at.bits() & (is_text_only | is_marked | has_child)) == is_text_only && at.move().is_square() &&
         std::all_of(at.texts().begin(), at.texts().end(),
                     [](const auto& t) { return t.kind() == TextKind::board_text; }) &&
         tree.size() > 0;
}

/// What SGF can hold of a tree: nodes with depth, move, turn, mark and comment, and the labels at each,
/// without their order. `lift`: by how much it is deeper, below a root that was made.
struct Content {
  std::vector<std::tuple<std::size_t, int, bool, bool, Bytes>> nodes;
  std::vector<std::multiset<std::pair<int, Bytes>>> labels;
  bool operator==(const Content&) const = default;
};
Content content_of(const GameTree& tree) {
  Content content;
  const std::size_t lift = tree.has_root() || tree.source() == sgf_source ? 0 : 1;
  const auto add = [&](std::size_t depth, TreeMove move, bool is_wrong, bool is_marked_here, Bytes comment) {
    content.nodes.emplace_back(depth, move.number(), is_wrong, is_marked_here, std::move(comment));
    content.labels.emplace_back();
  };
  if (lift == 1) add(0, TreeMove(), false, false, {});
  std::vector<std::size_t> line;  // numbers in `nodes`
  for (TreeCursor at(tree); at.next();) {
    line.resize(at.depth());
    std::optional<Bytes> label, comment, old;
    for (const NodeText& text : at.texts()) {
      const auto words = tree.pool().at(text.text());
      if (text.kind() == TextKind::board_text) label.emplace(words.begin(), words.end());
      if (text.kind() == TextKind::comment) comment.emplace(words.begin(), words.end());
      if (text.kind() == TextKind::old_comment) old = bytes_of(decode_old_comment(words));
    }
    if (at.move().is_square() && (at.depth() > 0 || lift == 1) && (label || is_label(tree, at)))
      content.labels[at.depth() == 0 ? 0 : line.back()].emplace(at.move().number(), label.value_or(Bytes()));
    line.push_back(content.nodes.size());
    if (is_label(tree, at) && (at.depth() > 0 || lift == 1)) continue;
    const bool is_played = (at.bits() & is_text_only) == 0;
    const TreeMove move = is_played ? at.move() : TreeMove();
    add(at.depth() + lift, move, (at.bits() & is_out_of_turn) != 0 && !move.is_none(),
        (at.bits() & is_marked) != 0 && move.is_square(), comment.value_or(old.value_or(Bytes())));
  }
  return content;
}

}  // namespace

TEST_CASE("sgf: files with every peculiarity are read, told of and come back", "[convert]") {
  for (const auto& fixture : test::sgf_fixtures()) {
    CAPTURE(fixture.what);
    const TreeReading reading = read(fixture.sgf);
    CHECK(facts_of(reading.tree) == fixture.tree);
    CHECK(test::remarks_text(reading.oddities) == fixture.oddities);
    CHECK(reading.oddity_count == reading.oddities.size());
    const std::string again = sgf_of(reading.tree);
    if (fixture.is_ours) CHECK(again == fixture.sgf);
    CHECK((read(again).tree == reading.tree));
    CHECK(sgf_of(read(again).tree) == again);
    CHECK((test::through_section(reading.tree) == reading.tree));
  }
}

TEST_CASE("sgf: points are read from the top left", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  CHECK(facts_of(read(sgf_root + ";B[ac];W[oa];B[bo])").tree) == ".{FF[4]GM[4]SZ[15]}(a13(o15(b1)))");
  CHECK(facts_of(read("(;FF[4]GM[4]SZ[7];B[ac];W[ga])").tree) == ".{FF[4]GM[4]SZ[7]}(a5(g7))");
}

TEST_CASE("sgf: whose turn it is after set-up the first move says, unless PL or a move has said so",
          "[convert]") {
  const auto tree = [](const std::string& nodes) {
    const std::string text = facts_of(read(sgf_root + nodes + ")").tree);
    return text.substr(text.find('}') + 1);
  };
  const auto told = [](const std::string& nodes) { return test::remarks_text(read(nodes).oddities); };
  CHECK(told("(;FF[4]GM[5]SZ[15];B[hh])").find("GM[5], as a server of renju") != std::string::npos);
  CHECK(told("(;FF[4]GM[4]SZ[15]5A[xy];B[hh])").find("a digit in the name") != std::string::npos);
  CHECK(facts_of(read("(;FF[4]GM[4]SZ[15]5A[xy];B[hh])").tree) == ".{FF[4]GM[4]SZ[15]5A[xy]}(h8)");
  CHECK(told("(;FF[4]GM[4]SZ[15]QPR[hh,hg,jf];B[hh])").find("QPR, which is not of SGF, with 3 points") !=
        std::string::npos);
  CHECK(told("(;FF[4]GM[4]SZ[15];B[hh]XX[aa][oo])").find("XX, which is not of SGF, with 2 points") !=
        std::string::npos);
  for (const char* other :
       {"XX[pp]", "XX[hh,]", "XX[]", "XX[hh][x]", "TR[hh]", "CR[hh][ii]", "BR[ab]", "N[aa]"})
    CHECK(told(std::string("(;FF[4]GM[4]SZ[15];B[hh]") + other + ")").find("not of SGF") ==
          std::string::npos);
  const auto oddities = [](const std::string& nodes) { return read(sgf_root + nodes + ")").oddity_count; };
  // Nobody passes where no stones were set up: the move is out of turn, and every stone is one that was
  // played.
  CHECK(tree(";B[hh];B[ii]") == "(h8(i7!))");
  CHECK(oddities(";B[hh];B[ii]") == 1);
  CHECK(tree(";AB[hh];W[ii]") == "(.(h8+(i7)))");
  CHECK(tree(";AB[hh];B[ii]") == "(.(h8+(--+(i7))))");
  CHECK(oddities(";AB[hh];B[ii]") == 0);
  CHECK(tree(";AB[hh]PL[W];B[ii]") == "(.{PL[W]}(h8+(i7!)))");
  CHECK(oddities(";AB[hh]PL[W];B[ii]") == 1);
  CHECK(tree(";AB[hh]W[ab];W[ii]") == "(.(h8+(a14=(i7!))))");
  CHECK(oddities(";AB[hh]W[ab];W[ii]") == 2);
  CHECK(tree(";AB[hh];AB[ab]B[ii]") == "(.(h8+(.(--+(a14+(i7!=))))))");
}

TEST_CASE("sgf: tt is a pass up to nineteen lines, and a point of twenty", "[convert]") {
  CHECK(facts_of(read("(;FF[4]GM[4]SZ[19];B[tt])").tree) == ".{FF[4]GM[4]SZ[19]}(--)");
  CHECK(facts_of(read("(;FF[4]GM[4]SZ[20];B[tt])").tree) == ".{FF[4]GM[4]SZ[20]}(t1)");
}

TEST_CASE("sgf: a rule set is one of ours, or told of", "[convert]") {
  const auto rule = [](const std::string& ru) { return read("(;FF[4]GM[4]SZ[15]RU[" + ru + "])").rule; };
  CHECK(rule("freestyle") == RuleSet::freestyle);
  CHECK(rule("Free-Style Gomoku") == RuleSet::freestyle);
  CHECK(rule("STANDARD") == RuleSet::standard);
  CHECK(rule("standard_gomoku") == RuleSet::standard);
  CHECK(rule("Renju") == RuleSet::renju);
  for (const char* other : {"", "gomoku", "0", "4", "Japanese", "caro", "renju2"}) CHECK_FALSE(rule(other));
  const TreeReading other = read(sgf_root + "RU[Gomoku\x1b])");
  REQUIRE(other.carried.size() == 2);
  CHECK(other.carried[0] == "RU \"Gomoku\\x1B\" names no rule set of ours");
  const TreeReading both =
      read(sgf_root + "RU[renju])" + sgf_root + "RU[standard])" + sgf_root + "RU[renju])");
  CHECK_FALSE(both.rule);
  CHECK(both.oddity_count == 1);
}

TEST_CASE("sgf: what is no game of ours is refused where it stands", "[convert]") {
  const std::string r = sgf_root;
  const test::Refusal c = GENERATE_COPY(values<test::Refusal>({
      {"", 0, "expected a game"},
      {"h8 i9", 0, "expected a game"},
      {"(B[hh])", 0, "expected a game"},
      {r, 18, "expected the ) of what begins at byte 0"},
      {r + ";B[hh](;W[hi]", 31, "expected the ) of what begins at byte 24"},
      {r + ";B[hh", 23, "expected the ] of a value, found the end"},
      {r + ";B[hh\\])", 26, "expected the ] of a value"},
      {r + ";B[hh]C[\\", 27, "expected the ] of a value"},
      {r + ";B;W[hi])", 20, "expected a value in brackets, found \";\""},
      {r + ";B", 20, "expected a value in brackets, found the end"},
      {r + ";B[hh]x)", 25, "expected a value in brackets"},
      {r + ";[hh])", 19, "expected ; ( ) or a property, found \"[\""},
      {r + ";B[hh]!)", 24, "expected ; ( ) or a property"},
      {r + ";B[pa])", 21, "expected a point of the 15x15 board, or a pass, found \"pa\""},
      {r + ";B[ap])", 21, "expected a point"},
      {r + ";W[h])", 21, "expected a point"},
      {r + ";W[h8x])", 21, "expected a point"},
      {r + ";W[HH])", 21, "expected a point"},
      {"(;FF[4]GM[4]SZ[20];B[ua])", 21, "expected a point of the 20x20 board"},
      {r + "AB[hh][])", 25, "expected a point of the 15x15 board, or two with a colon"},
      {r + "AW[hh:hp])", 21, "or two with a colon"},
      {"(;FF[4]GM[3]SZ[15])", 7, "expected GM[4], five in a row", ErrorCode::unsupported},
      {"(;FF[4]GM[x]SZ[15])", 7, "expected GM[4], five in a row", ErrorCode::unsupported},
      {"(;FF[4]GM[4]SZ[4])", 12, "from 5x5 to 20x20, found 4x4", ErrorCode::unsupported},
      {"(;FF[4]GM[4]SZ[21])", 12, "found 21x21", ErrorCode::unsupported},
      {"(;FF[4]GM[4]SZ[15:14])", 12, "a square board from 5x5 to 20x20, found 15x14", ErrorCode::unsupported},
      {"(;FF[4]GM[4]SZ[])", 12, "expected a board size"},
      {"(;FF[4]GM[4]SZ[99999])", 12, "expected a board size"},
      {"(;FF[4]GM[4]SZ[15:])", 12, "expected a board size"},
      {r + ")(;FF[4]GM[4]SZ[19])", 31, "expected the board of the first game, 15x15, found 19x19",
       ErrorCode::unsupported},
  }));
  CAPTURE(c.file);
  test::check_refused(test::error_of(read_sgf(bytes_of(c.file), {})), c);
}

TEST_CASE("sgf: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 3;
  CHECK(read_sgf(bytes_of(sgf_root + ";B[hh];W[hi])"), options).ok());
  for (const char* more : {";B[hh];W[hi];B[ha])", "AB[hh][hi])", ";B[hh][hi][ha])", "LB[aa:a][bb:b][cc:c])"})
    CHECK(test::code_of(read_sgf(bytes_of(sgf_root + more), options)) == ErrorCode::limit);
  options = {};
  options.max_oddities = 2;
  const TreeReading reading = read(bytes_of(sgf_root + ";W[hh];W[hi];W[ha])"), options);
  CHECK(reading.oddities.size() == 2);
  CHECK(reading.oddity_count == 3);
  std::string rectangles = "(;FF[4]GM[4]SZ[20]";
  for (int i = 0; i < 2'500; ++i) rectangles += ";AB[aa:tt]";
  CHECK(read(rectangles + ")").tree.node_count() > 1'000'000);
  CHECK(test::code_of(read_sgf(bytes_of(rectangles + ";AB[aa:ab])"))) == ErrorCode::limit);
}

TEST_CASE("sgf: a file that was cut is refused, and kept on request", "[convert]") {
  const std::string whole = sgf_root + "C[x]\n(;B[hc]LB[ab:x];W[ab])\n(;B[bc]\n(;W[aa])\n(;W[ac]C[\\]])))";
  const GameTree tree = read(whole).tree;
  TreeReadOptions keeping;
  keeping.keep_cut = true;
  std::size_t kept = 0;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    const Bytes cut = bytes_of(std::string_view(whole).substr(0, length));
    const auto strict = read_sgf(cut);
    REQUIRE_FALSE(strict.ok());
    CHECK(strict.error().offset <= length);
    const auto lenient = read_sgf(cut, keeping);
    if (!lenient.ok()) continue;
    ++kept;
    CHECK(lenient.value().oddity_count >= 1);
    CHECK(lenient.value().tree.node_count() <= tree.node_count());
    CHECK((read(sgf_of(lenient.value().tree)).tree == lenient.value().tree));
  }
  CHECK(kept > 20);
}

TEST_CASE("sgf: damaged it is an error, or a tree that comes back", "[convert]") {
  std::mt19937 random(5);
  std::size_t read_whole = 0;
  const auto fixtures = test::sgf_fixtures();
  for (std::size_t round = 0; round < test::rounds(20'000); ++round) {
    const std::string& whole = fixtures[random() % fixtures.size()].sgf;
    const std::string sgf = test::damaged(whole, random, 4, "()[];\\:BWCALMPX ahst\n\x81\x5C");
    CAPTURE(sgf);
    const auto reading = read_sgf(bytes_of(sgf));
    if (!reading.ok()) {
      REQUIRE(reading.error().offset <= sgf.size());
      continue;
    }
    ++read_whole;
    const std::string again = sgf_of(reading.value().tree);
    REQUIRE(sgf_of(read(again).tree) == again);
  }
  CHECK(read_whole > test::rounds(4'000));
}

TEST_CASE("sgf: nodes are found in the file", "[convert]") {
  for (const auto& fixture : test::sgf_fixtures()) {
    CAPTURE(fixture.what);
    const TreeReading reading = read(fixture.sgf);
    REQUIRE(reading.offsets.size() == reading.tree.node_count());
    for (NodeNumber node = 0; node < reading.tree.node_count(); ++node) {
      const std::uint64_t offset = reading.offsets[node];
      REQUIRE(offset < fixture.sgf.size());
      if (fixture.sgf[offset] == ';') continue;
      const TreeMove move = reading.tree.move(node);
      if (!move.is_square()) continue;
      const Square square = move.square(reading.tree.size());
      CHECK(fixture.sgf[offset] == 'a' + square.column());
      CHECK(fixture.sgf[offset + 1] == 'a' + reading.tree.size() - 1 - square.row());
    }
  }
}

TEST_CASE("sgf: a library becomes a file that others can show", "[convert]") {
  const auto of_library = [](const std::string& hex) {
    return written(read_renlib(test::from_hex(hex)).value().tree);
  };
  using test::header_30;
  using test::header_34;
  const std::string root = "(;FF[4]GM[4]CA[UTF-8]SZ[15]";
  SECTION("texts on the board, and a text on an empty square") {
    const auto writing =
        of_library(header_30 + "78 01 00 01 61 00 68 C1 00 01 61 00 13 C3 00 01 5D 00 69 40");
    CHECK(text_of(writing.bytes) == root + "LB[hh:a];B[hh]LB[hg:a][cb:\\]]\n(;W[hg])\n(;W[ig]))\n");
    CHECK(writing.losses == std::vector<std::string>{"1 fact of the source renlib"});
  }
  SECTION("a root with a comment, marks, a start, a pass") {
    const auto writing = of_library(header_34 + "00 08 68 3A 00 00 78 14 00 10 68 50");
    CHECK(text_of(writing.bytes) == root + "C[h:];B[hh]MA[hh];W[];B[hg]MA[hg])\n");
    CHECK(writing.losses == std::vector<std::string>{"1 start, of which SGF knows none: left out",
                                                     "1 mark of nodes without a point: left out",
                                                     "1 fact of the source renlib"});
  }
  SECTION("old comments") {
    const auto writing = of_library(header_30 + "78 60 7D E1");
    CHECK(text_of(writing.bytes) == root + ";B[hh]C[\u00E5a])\n");
    CHECK(writing.losses[0] == "1 old comment: written as plain ones");
  }
  SECTION("a text on an empty square that has more to it") {
    const auto writing = of_library(header_30 + "78 00 68 0B 00 01 68 00 61 00 69 40");
    CHECK(text_of(writing.bytes) == root + ";B[hh]LB[hg:a];C[h];W[ig])\n");
    CHECK(writing.losses[0] ==
          "1 square with a text that has more to it: a label, and a node without a move");
  }
  SECTION("texts of an unknown charset") {
    const auto writing = of_library(header_30 + "78 48 81 5C 00 00");
    CHECK(text_of(writing.bytes) == "(;FF[4]GM[4]SZ[15];B[hh]C[\x81\\\x5C])\n");
    CHECK(writing.losses[0] ==
          "1 text in another charset than UTF-8, which is not told: written byte by byte");
  }
  SECTION("several first moves") {
    CHECK(text_of(of_library(header_34 + "00 00 01 C0 EF 40").bytes) == root + "\n(;B[aa])\n(;B[oo]))\n");
    CHECK(text_of(of_library(header_30 + "78 80 68 40 13 40").bytes) ==
          root + "\n(;B[hh];W[hg])\n(;B[cb]))\n");
    CHECK(text_of(of_library(header_34 + "00 C0 78 40").bytes) ==
          root + ")\n(;FF[4]GM[4]CA[UTF-8]SZ[15]B[hh])\n");
  }
  SECTION("nothing") { CHECK(text_of(of_library(header_30).bytes) == root + ")\n"); }
  SECTION("a rule set that the caller knows") {
    SgfWriteOptions options;
    options.rule = RuleSet::renju;
    const auto tree = read_renlib(test::from_hex(header_30 + "78 40")).value().tree;
    const Bytes bytes = written(tree, options).bytes;
    CHECK(text_of(bytes) == "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju];B[hh])\n");
    CHECK(read(bytes).rule == RuleSet::renju);
  }
}

TEST_CASE("sgf: random trees come back with all that SGF can hold", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    test::RandomTree wanted{seed, 1 + seed};
    wanted.size = std::array{5, 6, 15, 19, 20}[seed % 5];
    wanted.with_texts = seed % 3 != 0;
    wanted.with_properties = seed % 4 == 0;
    wanted.out_of_turn = seed % 7 < 3;
    const GameTree tree = test::random_tree(wanted);
    const Bytes bytes = written(tree).bytes;
    const TreeReading reading = read(bytes);
    CHECK((content_of(reading.tree) == content_of(tree)));
    const Bytes again = written(reading.tree).bytes;
    CHECK((written(read(again).tree).bytes == again));
  }
}

TEST_CASE("sgf: every symmetry of a tree is written as itself", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed)
    for (int number = 0; number < Symmetry::count; ++number) {
      CAPTURE(seed, number);
      test::RandomTree wanted{seed, 40};
      wanted.size = std::array{7, 15, 20}[seed % 3];
      const GameTree tree = image_of(test::random_tree(wanted), Symmetry(number));
      const TreeReading reading = read(written(tree).bytes);
      CHECK((content_of(reading.tree) == content_of(tree)));
      CHECK((read(written(image_of(reading.tree, Symmetry(number).inverse())).bytes).tree ==
             image_of(reading.tree, Symmetry(number).inverse())));
    }
}

TEST_CASE("sgf: a tree that only says that it was SGF is refused", "[convert]") {
  const auto refused = [](auto&& fill) {
    const auto write = [](const GameTree& tree) { return write_sgf(tree); };
    test::check_unwritten(sgf_source, ErrorCode::malformed, write, [&](TreeBuilder& builder) {
      builder.set_fact("charset", {});
      fill(builder);
    });
  };
  const auto h8 = TreeMove::at(Square(7, 7), 15);
  const Bytes properties = bytes_of("FF[4]GM[4]SZ[15]"), other = bytes_of("x");
  const auto root = [&](TreeBuilder& b) {
    b.add(0, TreeMove());
    b.add_text(TextKind::properties, properties);
  };
  TreeBuilder good(15, std::string(sgf_source));
  good.set_fact("charset", {});
  root(good);
  CHECK(sgf_of(std::move(good).finish()) == sgf_root + ")\n");
  refused([&](TreeBuilder&) {});
  refused([&](TreeBuilder& b) { root(b), b.set_fact("else", {}); });
  refused([&](TreeBuilder& b) { root(b), b.set_fact("before", bytes_of("(;")); });
  refused([&](TreeBuilder& b) { root(b), b.set_fact("charset", bytes_of("a\nb")); });
  refused([&](TreeBuilder& b) { b.add(0, h8), b.add_text(TextKind::properties, bytes_of("SZ[19]")); });
  refused([&](TreeBuilder& b) { b.add(0, h8), b.add_text(TextKind::properties, bytes_of("SZ[15")); });
  refused([&](TreeBuilder& b) { b.add(0, h8), b.add_text(TextKind::properties, bytes_of("SZ[15];W[aa]")); });
  refused([&](TreeBuilder& b) { b.add(0, h8), b.add_text(TextKind::properties, bytes_of("W[aa]")); });
  refused([&](TreeBuilder& b) { root(b), b.add(1, h8, is_start); });
  refused([&](TreeBuilder& b) { root(b), b.add(1, h8, is_text_only); });
  refused([&](TreeBuilder& b) { root(b), b.add(1, h8), b.add_text(TextKind::old_comment, other); });
  refused([&](TreeBuilder& b) { root(b), b.add_source_bits(b.add(1, h8), 4); });
  refused([&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8), 1); });
  refused([&](TreeBuilder& b) { root(b), b.add_source_bits(b.add(1, h8), 1); });
  refused([&](TreeBuilder& b) { root(b), b.add_source_bits(b.add(1, h8), 2); });
  refused([&](TreeBuilder& b) { root(b), b.add_source_bits(b.add(1, h8), 3), b.add(1, h8); });
  refused([&](TreeBuilder& b) { root(b), b.add(1, h8), b.add_source_bits(b.add(1, h8), 3); });
}

TEST_CASE("sgf: a million nodes, a million parentheses, a million labels", "[convert]") {
  const std::size_t many = test::rounds(1'000'000);
  std::string line = sgf_root, nested = sgf_root, labels = sgf_root + "LB";
  for (std::size_t i = 0; i < many; ++i) {
    line += i % 2 == 0 ? ";B[hh]" : ";W[hh]";
    nested += i % 2 == 0 ? "(;B[]" : "(;W[]";
    if (i % 8 == 0) labels += "[hh:a]";
  }
  line += ")\n";
  nested += std::string(many + 1, ')');
  const TreeReading of_line = read(line);
  CHECK(of_line.tree.node_count() == many + 1);
  CHECK((sgf_of(of_line.tree) == line));
  const TreeReading of_nested = read(nested);
  CHECK(of_nested.tree.node_count() == many + 1);
  CHECK(of_nested.oddity_count == 0);
  CHECK(sgf_of(of_nested.tree).size() == sgf_root.size() + 4 * many + 2);
  // As many children as labels, all on one point.
  for (std::size_t i = 0; i < many / 8; ++i) labels += "(;B[hh])";
  const TreeReading of_labels = read(labels + ")");
  CHECK(of_labels.tree.texts().size() == many / 8 + 1);
  CHECK(of_labels.tree.node_count() == many / 8 + 1);
  CHECK((read(sgf_of(of_labels.tree)).tree == of_labels.tree));
}

TEST_CASE("sgf: the published libraries come back from SGF with all that it can hold", "[convert]") {
  for (const auto& library : test::published_libraries) {
    if (library.nodes > 1'000'000) continue;
    CAPTURE(library.name);
    const auto file = test::published_library(library.name);
    if (!file) continue;
    const GameTree tree = read_renlib(*file).value().tree;
    const Bytes bytes = written(tree).bytes;
    const TreeReading reading = read(bytes);
    CHECK(reading.oddity_count == 0);
    CHECK((content_of(reading.tree) == content_of(tree)));
    CHECK((written(reading.tree).bytes == bytes));
  }
}

}  // namespace sgf_test
