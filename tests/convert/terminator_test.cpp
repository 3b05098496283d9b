#include "convert/terminator/terminator.hpp"

#include <catch2/catch.hpp>

#include "convert/formats.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/convert/trees.hpp"

namespace terminator_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::bytes_of;
using test::tree_text;

namespace {

TreeReading read(std::string_view text, const TreeReadOptions& options = {}) {
  return test::located(read_terminator(bytes_of(text), options));
}

std::string oddities_of(const TreeReading& reading) {
  std::string text;
  for (const Remark& remark : reading.oddities)
    text += remark.text + "@" + std::to_string(*remark.offset) + ",";
  return text;
}

}  // namespace

TEST_CASE("terminator: columns from the left, rows from the top, brackets for what follows", "[convert]") {
  // The corners, so that each of the other seven readings would give other squares.
  const std::string text = "[(88[(1?[(98](11[(??[(?1[(:5](2?]]](22]";
  const TreeReading reading = read(text);
  CHECK(tree_text(reading.tree) == "h8(a1(i8) a15(o1(o15(j11) b1))) b14");
  CHECK(reading.tree.source() == "terminator");
  CHECK(reading.tree.size() == 15);
  CHECK(reading.rule == RuleSet::freestyle);
  CHECK_FALSE(reading.attacker.has_value());
  CHECK(reading.oddity_count == 0);
  CHECK(reading.losses.empty());
  CHECK(reading.carried == std::vector<std::string>{"9 moves read"});
  for (const std::uint64_t offset : reading.offsets) CHECK(text[offset] == '(');
  CHECK(reading.offsets.front() == 1);
  CHECK(reading.offsets.back() == text.rfind('('));
}

TEST_CASE("terminator: each character is the column and row of its place in the alphabet", "[convert]") {
  for (int column = 0; column < 15; ++column)
    for (int row = 0; row < 15; ++row) {
      const std::string text{'[', '(', "123456789:;<=>?"[column], "123456789:;<=>?"[14 - row], ']'};
      CHECK(read(text).tree.move(0).square(15) == Square(column, row));
    }
}

TEST_CASE("terminator: white space between moves and brackets says nothing", "[convert]") {
  const TreeReading reading = read(" [\r\n(88 [\t(99 ]\n(77 ] \n");
  CHECK(tree_text(reading.tree) == "h8(i7) g9");
  CHECK(reading.offsets == std::vector<std::uint64_t>{4, 10, 16});
}

TEST_CASE("terminator: what is odd is told with its place", "[convert]") {
  CHECK(oddities_of(read("[(88[(88]]")).empty());  // an occupied square is none of our business
  CHECK(oddities_of(read("[(88[(99](88]")) == "a move equal to one of its siblings@9,");
  std::string deep, ends;
  for (int i = 0; i < 230; ++i) {
    deep += i % 2 == 0 ? "[(88" : "[(99";
    ends += ']';
  }
  CHECK(oddities_of(read(deep + ends)) == "a line of more than 225 moves@901,");
}

TEST_CASE("terminator: what is none is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "expected [, found the end of the file"},
      {"(88", 0, "expected [, found ("},
      {"h8 i9", 0, "expected [, found h"},
      {"\xEF\xBB\xBF[(88]", 0, "expected [, found the byte EF"},
      {"[]", 1, "expected ( and a move, found ]"},
      {"[[(88]]", 1, "expected ( and a move, found ["},
      {"[(88", 4, "expected (, [ or ], found the end of the file"},
      {"[(88[(99]", 9, "expected ( or ], found the end of the file"},
      {"[(88]]", 5, "expected the end of the file, found ]"},
      {"[(88](99]", 5, "expected the end of the file, found ("},
      {"[(88][(99]", 5, "expected the end of the file, found ["},
      {"[(88[(99][(77]]", 9, "expected ( or ], found ["},
      {"[(88[]]", 5, "expected ( and a move, found ]"},
      {"[(08]", 2, "expected a column and a row, each from 1 to ?, found 0"},
      {"[(8@]", 3, "expected a column and a row, each from 1 to ?, found @"},
      {"[(8 8]", 3, "expected a column and a row, each from 1 to ?, found the byte 20"},
      {"[(8", 3, "expected a column and a row, each from 1 to ?, found the end of the file"},
      {"[(888]", 4, "expected (, [ or ], found 8"},
  }));
  CAPTURE(c.file);
  test::check_refused(test::error_of(read_terminator(bytes_of(c.file))), c);
}

TEST_CASE("terminator: the limit of nodes is exact", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 2;
  CHECK(read("[(88[(99]]", options).tree.node_count() == 2);
  const Error error = test::error_of(read_terminator(bytes_of("[(88[(99](77]"), options));
  CHECK(error.code == ErrorCode::limit);
  CHECK(error.offset == 9);
}

TEST_CASE("terminator: it is a proof as soon as somebody says for whom", "[convert]") {
  const auto file = bytes_of("[(88[(1?[(98](99[(98[(9:[(97]]]]]");
  const auto unclaimed = read_foreign_proof(file, Format::terminator, {});
  REQUIRE_FALSE(unclaimed.ok());
  CHECK(unclaimed.error().code == ErrorCode::usage);
  const auto read = test::value_of(read_foreign_proof(file, Format::terminator, {{}, Color::black, {}}));
  CHECK(read.proof.rule == RuleSet::freestyle);
  CHECK(read.proof.size == 15);
  REQUIRE(read.proof.roots.size() == 1);
  CHECK(read.proof.roots[0].moves == std::vector<Square>{Square(7, 7)});
  CHECK(read.proof.records.count() == 3);
  CHECK(read.proof.findings.empty());
  Wanted other{{.rule = RuleSet::standard}, Color::black, {}};
  CHECK_FALSE(read_foreign_proof(file, Format::terminator, other).ok());
}

}  // namespace terminator_test
