// Two trees as one, held against a union by lines: a tree is taken for a map from its lines, in which equal
// siblings are numbered, to what stands there. What the maps say together the union must say.
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/tree_merge.hpp"
#include "tests/convert/format_table.hpp"
#include "tests/convert/library_fixtures.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/sgf_fixtures.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/random_tree.hpp"
#include "tests/rounds.hpp"

namespace tree_union_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;
using test::value_of;

namespace {

/// Move, whether it is a text on a bare point or out of turn, and how many equal siblings stand before it.
using Step = std::tuple<int, int, std::size_t>;
using Line = std::vector<Step>;
struct Said {
  int bits = 0;
  std::map<TextKind, std::string> texts;
  bool operator==(const Said&) const = default;
};
struct ByLine {
  std::map<Line, Said> lines;
  std::vector<Line> order;
};

ByLine by_line(const GameTree& tree) {
  ByLine all;
  std::vector<Line> above;
  std::vector<NodeNumber> depths;
  for (TreeCursor at(tree); at.next();) {
    above.resize(at.depth());
    Line line = above.empty() ? Line() : above.back();
    line.emplace_back(at.move().number(), at.bits() & (is_text_only | is_out_of_turn), 0);
    while (all.lines.contains(line)) ++std::get<2>(line.back());
    Said said{at.bits() & author_bits, {}};
    for (const NodeText& text : at.texts())
      said.texts[text.kind()] = test::text_of(tree.pool().at(text.text()));
    all.lines[line] = said;
    all.order.push_back(line);
    above.push_back(line);
  }
  return all;
}

/// The nodes of a tree for which `keep` says so, with those above them. `says`: is this text in it?
template <class Keep, class Says>
GameTree part_of(const GameTree& tree, const Keep& keep, const Says& says) {
  std::vector<bool> is_kept(tree.node_count());
  for (TreeCursor at(tree); at.next();)
    if (keep(at.node()))
      for (const NodeNumber node : at.line()) is_kept[node] = true;
  TreeBuilder builder(tree.size(), tree.source());
  for (const auto& [name, value] : tree.facts()) builder.set_fact(name, value);
  for (TreeCursor at(tree); at.next();) {
    if (!is_kept[at.node()]) continue;
    builder.add(at.depth(), at.move(), at.bits());
    for (const NodeText& text : at.texts())
      if (says(at.node(), text.kind())) builder.add_text(text.kind(), tree.pool().at(text.text()));
  }
  return std::move(builder).finish();
}

/// A random tree as it comes out of a file of the format, with equal siblings if wanted.
GameTree tree_of(std::uint32_t seed, Format format, bool is_equal, bool is_turned = true) {
  std::mt19937 random(seed);
  const auto one_in = [&](std::size_t n) { return random() % n == 0; };
  TreeBuilder builder(15, "test");
  builder.add(0, TreeMove());
  std::vector<std::set<int>> taken(1);
  for (std::size_t i = 0; i < 60; ++i) {
    std::size_t depth = one_in(3) ? random() % taken.size() : taken.size() - 1;
    taken.resize(depth + 1);
    int number = static_cast<int>(random() % (is_equal ? 4 : 225));
    while (!is_equal && taken[depth].contains(number)) number = static_cast<int>(random() % 225);
    taken[depth].insert(number);
    const bool is_label = one_in(12);
    const int bits = is_label ? is_text_only
                              : (one_in(9) ? is_marked : 0) |
                                    (one_in(9) && is_turned && format == Format::sgf ? is_out_of_turn : 0);
    builder.add(depth + 1, TreeMove::from_number(static_cast<std::uint16_t>(number)),
                static_cast<std::uint8_t>(bits));
    const std::string word(1 + random() % 5, static_cast<char>('a' + random() % 26));
    if (!is_label && one_in(4))
      builder.add_text(TextKind::comment, test::bytes_of(word));
    else if (!is_label && format == Format::lib && one_in(9))
      builder.add_text(TextKind::old_comment, test::bytes_of(word + "\xE5"));
    if (is_label || one_in(5)) builder.add_text(TextKind::board_text, test::bytes_of(word));
    if (!is_label) taken.emplace_back();
  }
  const auto bytes = value_of(encode_tree_as(std::move(builder).finish(), format)).bytes;
  const test::Reader reader;
  return value_of(reader.tree(bytes, format, {})).tree;
}

/// Writes the tree and reads it again: it is the same.
void check_written(const GameTree& tree, Format format) {
  const auto written = value_of(write_united(tree, format, {}));
  CHECK(written.losses.empty());
  const test::Reader reader;
  CHECK((value_of(reader.tree(written.bytes, format, {.size = tree.size()})).tree == tree));
}

/// Are these lines there in the same order?
void check_order(const std::vector<Line>& part, const std::vector<Line>& whole) {
  std::map<Line, std::size_t> place;
  for (const Line& line : whole) place.emplace(line, place.size());
  std::map<Line, std::size_t> last;  // by the line above
  for (const Line& line : part) {
    const Line above(line.begin(), line.end() - 1);
    const std::size_t here = place.at(line);
    if (const auto before = last.find(above); before != last.end()) CHECK(before->second < here);
    last[above] = here;
  }
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Does the union say what both do?
void check_union(const ByLine& a, const ByLine& b, const ByLine& both) {
  std::size_t all = a.lines.size();
  for (const auto& [line, said] : b.lines) all += !a.lines.contains(line);
  CHECK(both.lines.size() == all);
  for (const ByLine* one : {&a, &b})
    for (const auto& [line, said] : one->lines) {
      REQUIRE(both.lines.contains(line));
      const Said& here = both.lines.at(line);
      CHECK((here.bits & said.bits) == said.bits);
      for (const auto& [kind, text] : said.texts) {
        const auto at = [&](TextKind other) {
          return here.texts.contains(other) ? here.texts.at(other) : "";
        };
        const std::string plain =
            kind == TextKind::old_comment ? decode_old_comment(test::bytes_of(text)) : text;
        const bool is_there = at(kind) == text || has(at(TextKind::comment), plain);
        CHECK(is_there);
      }
    }
  check_order(a.order, both.order);
}

}  // namespace

TEST_CASE("tree union: two parts of a tree are the tree", "[convert][union]") {
  const Format format = GENERATE(Format::lib, Format::sgf);
  for (std::uint32_t seed = 1; seed <= test::rounds(60); ++seed) {
    CAPTURE(seed, name_of(format));
    const GameTree tree = tree_of(seed, format, false);
    std::mt19937 random(seed);
    std::vector<unsigned> owner(tree.node_count());
    for (auto& one : owner) one = 1 + static_cast<unsigned>(random() % 3);
    std::array<GameTree, 2> halves;
    for (unsigned i = 0; i < 2; ++i)
      halves[i] = part_of(
          tree, [&](NodeNumber node) { return (owner[node] >> i & 1) != 0; },
          [&](NodeNumber node, TextKind kind) {
            const unsigned whose = (node + static_cast<unsigned>(kind)) % 3;
            return owner[node] != 3 || kind == TextKind::properties || whose == 2 || whose == i;
          });
    const auto united = value_of(unite(halves[0], halves[1]));
    const ByLine all = by_line(united.tree);
    CHECK((all.lines == by_line(tree).lines));
    CHECK(united.added == tree.node_count() - halves[0].node_count());
    CHECK(united.losses.empty());
    check_order(by_line(halves[0]).order, all.order);
    check_written(united.tree, format);
    CHECK((value_of(unite(tree, halves[seed % 2])).tree == tree));
    CHECK((value_of(unite(tree, tree)).tree == tree));
  }
}

TEST_CASE("tree union: it says what either says", "[convert][union]") {
  const Format format = GENERATE(Format::lib, Format::sgf);
  for (std::uint32_t seed = 1; seed <= test::rounds(60); ++seed) {
    CAPTURE(seed, name_of(format));
    // In SGF a point has one label, whoever plays there.
    const bool is_equal = seed % 2 == 0 && format == Format::lib;
    const GameTree a = tree_of(seed, format, is_equal, false);
    const GameTree b = tree_of(seed + 1000, format, is_equal, false);
    const auto united = value_of(unite(a, b));
    if (format == Format::lib) check_union(by_line(a), by_line(b), by_line(united.tree));
    check_written(united.tree, format);
    // Once more changes nothing.
    CHECK((value_of(unite(united.tree, b)).tree == united.tree));
  }
}

TEST_CASE("tree union: any two libraries and any two games can be written", "[convert][union]") {
  std::vector<GameTree> libraries, games;
  for (const auto& one : test::library_fixtures())
    libraries.push_back(value_of(read_renlib(test::from_hex(one.hex))).tree);
  for (const auto& one : test::sgf_fixtures())
    if (auto read = read_sgf(test::bytes_of(one.sgf)); read.ok())
      games.push_back(std::move(read.value().tree));
  CHECK(games.size() > 30);
  for (const GameTree& a : libraries)
    for (const GameTree& b : libraries) {
      const auto united = value_of(unite(a, b));
      CAPTURE(test::tree_text(a), test::tree_text(b), test::tree_text(united.tree));
      check_written(united.tree, Format::lib);
      if (a.has_root() == b.has_root()) {
        const ByLine both = by_line(united.tree);
        if (both.order.empty() || united.tree.has_root() == a.has_root())
          for (const auto& [line, said] : by_line(a).lines) CHECK(both.lines.contains(line));
      }
    }
  std::size_t plain = 0;
  for (const GameTree& a : games)
    for (const GameTree& b : games) {
      if (a.size() != b.size()) continue;
      const auto united = value_of(unite(a, b));
      CAPTURE(test::tree_text(a), test::tree_text(b), test::tree_text(united.tree));
      const auto written = write_united(united.tree, Format::sgf, {});
      REQUIRE(written.ok());
      for (const std::string& loss : written.value().losses) plain += has(loss, "alone says");
    }
  CHECK(plain < games.size() * games.size() / 10);  // what only a file of SGF says stays nearly always
}

TEST_CASE("tree union: what differs is told, and both stay", "[convert][union]") {
  const auto lib = [](const std::string& hex) {
    return value_of(read_renlib(test::from_hex(test::header_34 + hex))).tree;
  };
  const auto lines = [](const TreeUnion& united) { return test::lines_text(united.carried); };
  // Comments "a" and "b", "ab" and "b" in two lines, and the labels x and y.
  CHECK(test::tree_text(value_of(unite(lib("00 00 78 48 61 00"), lib("00 00 78 48 62 00"))).tree) ==
        ".(h8\"a\bb)");
  const auto again = value_of(unite(lib("00 00 78 48 61 08 62 00"), lib("00 00 78 48 62 00")));
  CHECK(test::tree_text(again.tree) == ".(h8\"a\bb)");
  CHECK(again.added == 0);
  const auto labels = value_of(unite(lib("00 00 78 41 00 01 78 00"), lib("00 00 78 41 00 01 79 00")));
  CHECK(test::tree_text(labels.tree) == ".(h8\"label: y'x)");
  CHECK(lines(labels) == "1 text on a point that has another: in the comment\n");
  const auto marks = value_of(unite(lib("00 00 78 50"), lib("00 00 78 04 69 44")));
  CHECK(test::tree_text(marks.tree) == ".(h8MS(i9S))");
  CHECK(lines(marks) == "1 node marked in one of the two: marked\n");
  const auto starts = value_of(unite(lib("00 04 78 40"), lib("00 00 78 44")));
  CHECK(test::tree_text(starts.tree) == ".S(h8)");
  CHECK(lines(starts) == "1 start besides that of the first: left out\n");
  const auto old = value_of(unite(lib("00 00 78 60 7D E1"), lib("00 00 78 48 62 00")));
  CHECK(test::tree_text(old.tree) == ".(h8\"\u00E5a\bb)");
  CHECK(lines(old) ==
        "1 comment that differ: both stay\n1 comment in the old coding, united with another: plain now\n");
  // A library without a root gets one where the other has another first move.
  const auto top = value_of(
      unite(value_of(read_renlib(test::from_hex(test::header_30 + "78 00 69 40"))).tree, lib("00 00 79 40")));
  CHECK(test::tree_text(top.tree) == ".(h8(i9) i8)");
  check_written(top.tree, Format::lib);
  CHECK(test::code_of(unite(lib("00 40"), TreeBuilder(9, std::string(renlib_source)).finish())) ==
        ErrorCode::usage);
}

TEST_CASE("tree union: properties of SGF are united one by one", "[convert][union]") {
  const auto sgf = [](const std::string& text) {
    return value_of(read_sgf(test::bytes_of(test::sgf_root + text))).tree;
  };
  const auto united = value_of(
      unite(sgf("AP[a]GN[x];B[hh]TR[aa]XY[1])"), sgf("AP[b]GN[y]RU[renju];B[hh]TR[bb][aa]ZZ[2]XY[1])")));
  CHECK(test::tree_text(united.tree) == ".{FF[4]GM[4]SZ[15]AP[a]GN[x]RU[renju]}(h8{TR[aa][bb]XY[1]ZZ[2]})");
  CHECK(test::lines_text(united.losses) == "1 property with two values: that of the first stays\n");
  check_written(united.tree, Format::sgf);
  // A label on a bare point is that of the move there, from whichever file it comes.
  const auto label = value_of(unite(sgf("LB[ii:a];B[hh])"), sgf("\n(;B[ii])\n(;B[ab]))")));
  CHECK(test::tree_text(label.tree) == ".{FF[4]GM[4]SZ[15]}(h8 i7'a a14)");
  check_written(label.tree, Format::sgf);
  // Stones of set-up become moves where another line leaves them.
  const auto set_up = value_of(unite(sgf("AB[hh]AW[ii];B[aa])"), sgf(";B[hh];W[bb])")));
  CHECK(test::tree_text(set_up.tree) == ".{FF[4]GM[4]SZ[15]}(h8(i7(a15) b14))");
  check_written(set_up.tree, Format::sgf);
}

}  // namespace tree_union_test
