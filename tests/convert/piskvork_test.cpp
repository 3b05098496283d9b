#include "convert/games/piskvork.hpp"

#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "tests/convert/games.hpp"
#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"

namespace piskvork_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::at;
using test::bytes_of;
using test::text_of;
using test::texts_of;

namespace {

using Strings = std::vector<std::string>;

TreeReading psq(std::string_view text) { return test::located(read_psq(bytes_of(text), {})); }

TreeReading rec(std::string_view text, int size = usual_rec_size) {
  return test::value_of(read_rec(bytes_of(text), {}, size));
}

std::string written(const Result<TreeWriting>& writing) { return text_of(test::value_of(writing).bytes); }

/// The moves of a .psq, as we write one.
std::string psq_of(const test::Line& line, int size) {
  std::string text = "Piskvorky " + std::to_string(size) + "x" + std::to_string(size) + ", 0:0, 0\r\n";
  for (const TreeMove move : line) {
    const Square square = move.square(size);
    text += std::to_string(square.column() + 1) + "," + std::to_string(size - square.row()) + "\r\n";
  }
  return text + "-1\r\n";
}

}  // namespace

TEST_CASE("psq: points are read from the top left, from 1", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  const TreeReading reading = psq("Piskvorky 15x15, 0:0, 0\n8,8\n9,7,120\n3,2\n1,14\n");
  CHECK(text_of(reading.tree) == "h8(i9(c14(a2)))");
  CHECK(reading.offsets == std::vector<std::uint64_t>{24, 28, 36, 40});
  CHECK(text_of(psq("Piskvorky 20x20, 0:0, 0\n1,1\n20,19\n").tree) == "a20(t2)");
}

TEST_CASE("rec: points are read from the top left, from 0", "[convert]") {
  CHECK(text_of(rec("a\nb\n7,7,1\n8,6\n2,1\n0,13\n0\n", 15).tree) == "h8(i9(c14(a2)))");
  CHECK(text_of(rec("a\nb\n0,0,1\n19,18,2\n").tree) == "a20(t2)");
}

TEST_CASE("psq: a record of a tournament is told of", "[convert]") {
  const TreeReading reading =
      psq("Piskvorky 15x15, 7:5, 1\r\n8,8,456\r\n9,7,12\r\none.exe\r\ntwo.ZIP\r\n0\r\n");
  CHECK(reading.oddities.empty());
  CHECK(reading.losses.empty());
  CHECK(reading.carried == Strings{"2 moves", "White: one.exe", "Black: two.ZIP", "result or error code: 0"});
  CHECK(psq("Piskvorky 15x15, 0:0, 0\n8,8\n-1\n").carried == Strings{"1 move", "result or error code: -1"});
  CHECK(rec("one\ntwo\n8,8\n13\n").carried ==
        Strings{"1 move", "Black: one", "White: two", "result or error code: 13"});
}

TEST_CASE("psq: whatever is accepted is written byte for byte", "[convert]") {
  const std::string header = "Piskvorky 15x15, 0:0, 0";
  const std::string text = GENERATE_COPY(
      as<std::string>(), header, header + "\n", header + "\r\n8,8,4\r\n9,9,0\r\n-1\r\n",
      header + "\n8,8\n9,9,17\n", header + "\r\n8,8,4\n9,9", header + "\n8, 8, 4\n9,9, 4294967295\n1, 2\n",
      header + "\n8,8,-5\n", header + "\n8,8,0\n\n\nx\n", header + "\n8,8,0\n9,9,0 \n10,10,0\n",
      header + "\n8,8,0\none\ntwo\n0\nmore\xFF\n\n", header + "\n8,8,04\n", header + "\n8,8,4294967296\n",
      header + "\n8,8,\n", header + "\n8,8,-0\n", "Piskvorky 15x15\n8,8\n", "Piskvorky 5x5, x, y\r\n1,5\r\n");
  CAPTURE(text);
  const TreeReading reading = psq(text);
  CHECK(reading.losses.empty());
  CHECK(written(write_psq(reading.tree)) == text);
  CHECK(written(write_psq(test::through_section(reading.tree))) == text);
}

TEST_CASE("rec: whatever is accepted is written byte for byte", "[convert]") {
  const std::string text = GENERATE(as<std::string>(), "a\nb\n", "a\r\nb\r\n0,0,12\r\n19,19,7\r\n0\r\n",
                                    "\n\n1,1", "a\nb\n1,2\nx");
  CAPTURE(text);
  CHECK(written(write_rec(rec(text).tree)) == text);
}

TEST_CASE("psq: the first line that is no move ends the game", "[convert]") {
  const std::string header = "Piskvorky 15x15, 0:0, 0\n8,8\n";
  CHECK(text_of(psq(header + "x\n9,9\n").tree) == "h8");
  CHECK(texts_of(psq(header + "x\n9,9\n").oddities) ==
        Strings{"a line like a move behind the end of the moves@30"});
  CHECK(texts_of(psq(header + "9,9,1 x\n").oddities) ==
        Strings{"a line like a move behind the end of the moves@28"});
  CHECK(psq(header + " 09 , -9\n").oddity_count == 1);
  CHECK(psq(header + "5-in-a-row,6.exe\n7,up.exe\n").oddity_count == 0);
}

TEST_CASE("psq: what is odd is told with its place", "[convert]") {
  CHECK(texts_of(psq("Piskvorky 15x15, 0:0, 2\n8,8\n-1\n").oddities) ==
        Strings{"a first line that does not end in two levels and who began, 0 or 1@0"});
  CHECK(texts_of(psq("Piskvorky 15x15, 0:0, 0\n-1\n").oddities) == Strings{"no moves@24"});
  CHECK(texts_of(psq("Piskvorky 15x15, 0:0, 0\n8,8\n9,").oddities).empty());  // a cut move is some last line
  CHECK(texts_of(psq("Piskvorky 15x15, 0:0, 0\n8,8\n").oddities) ==
        Strings{"no line behind the moves, as if the file had been cut@28"});
  TreeReadOptions options;
  options.max_oddities = 1;
  const auto reading = read_psq(bytes_of("Piskvorky 15x15\nx\n1,1\n1,1\n"), options);
  CHECK(reading.value().oddities.size() == 1);
  CHECK(reading.value().oddity_count == 4);
}

TEST_CASE("psq: what is no record is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "the end of the line"},
      {"8,8\n", 0, "expected the first line of a record"},
      {"Piskvorky 15\n8,8\n", 0, "expected the first line of a record"},
      {"Piskvorky 15x\n8,8\n", 0, "expected the first line of a record"},
      {"piskvorky 15x15, 0:0, 0\n", 0, "expected the first line of a record"},
      {"Piskvorky 15x20, 0:0, 0\n", 10, "15x20", ErrorCode::unsupported},
      {"Piskvorky 4x4, 0:0, 0\n", 10, "4x4", ErrorCode::unsupported},
      {"Piskvorky 21x21, 0:0, 0\n", 10, "21x21", ErrorCode::unsupported},
      {"Piskvorky 4294967295x4294967295, 0:0, 0\n", 10, "square", ErrorCode::unsupported},
      {"Piskvorky 4294967296x5, 0:0, 0\n", 0, "expected the first line of a record"},
      {"Piskvorky 15x15, 0:0, 0\n8,8,1\n0,8,1\n", 30, "from 1 to 15"},
      {"Piskvorky 15x15, 0:0, 0\n8,16,1\n", 24, "found \"8,16,1\""},
      {"Piskvorky 15x15, 0:0, 0\n4294967295,1\n", 24, "from 1 to 15"},
  }));
  CAPTURE(c.file);
  test::check_refused(test::error_of(read_psq(bytes_of(c.file), {})), c);
}

TEST_CASE("rec: what is no record is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "the names of two players"},
      {"a\nb", 3, "the names of two players"},
      {"a\n1,2,3\n4,5,6\n", 2, "expected the name of a player"},
      {"Piskvorky 20x20, 0:0, 0\n1,1\n", 0, "not a record .psq"},
      {"a\nb\n20,0,1\n", 4, "from 0 to 19"},
  }));
  CAPTURE(c.file);
  test::check_refused(test::error_of(read_rec(bytes_of(c.file), {})), c);
  CHECK(read_rec(bytes_of("a\nb\n"), {}, 21).error().code == ErrorCode::unsupported);
}

TEST_CASE("psq: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 2;
  CHECK(read_psq(bytes_of("Piskvorky 15x15, 0:0, 0\n8,8\n8,8\n"), options).ok());
  const auto beyond = read_psq(bytes_of("Piskvorky 15x15, 0:0, 0\n8,8\n8,8\n8,8\n"), options);
  test::check_refused(test::error_of(beyond), {"", 32, "", ErrorCode::limit});
}

TEST_CASE("psq: a made line is a game of two people", "[convert]") {
  const std::uint8_t text[] = {'x'};
  TreeBuilder builder(15, "");
  builder.add(0, TreeMove());
  builder.add(1, at("h8"));
  builder.add_text(TextKind::comment, text);
  builder.add(2, at("i9"));
  builder.add_text(TextKind::comment, text);
  builder.add(3, at("c14"), is_text_only);
  const GameTree tree = std::move(builder).finish();
  CHECK(written(write_psq(tree)) == "Piskvorky 15x15, 0:0, 0\r\n8,8\r\n9,7\r\n-1\r\n");
  CHECK(written(write_rec(tree)) == "Black\r\nWhite\r\n7,7\r\n8,6\r\n-1\r\n");
  const Strings losses{"1 comment", "1 comment before the end of a line", "1 node without a stone"};
  CHECK(write_psq(tree).value().losses == losses);
  CHECK(write_rec(tree).value().losses.size() == losses.size() + 1);
  CHECK(written(write_psq(TreeBuilder(15, "").finish())) == "Piskvorky 15x15, 0:0, 0\r\n-1\r\n");
}

TEST_CASE("psq: several lines or a pass are no record", "[convert]") {
  TreeBuilder several(15, "");
  several.add(0, at("a1"));
  several.add(0, at("a2"));
  const auto two = write_psq(std::move(several).finish());
  REQUIRE_FALSE(two.ok());
  CHECK(two.error().code == ErrorCode::unsupported);
  CHECK(two.error().message == "a record .psq is one game; the tree has 2 lines");
  TreeBuilder passing(15, "");
  passing.add(0, at("a1"));
  passing.add(1, TreeMove::pass());
  CHECK(write_rec(std::move(passing).finish()).error().code == ErrorCode::unsupported);
}

TEST_CASE("psq: a tree that only says that it was a record is refused", "[convert]") {
  const auto refused = [](auto&& fill) {
    test::check_unwritten(psq_source, ErrorCode::malformed, write_psq, fill);
  };
  const auto header = bytes_of("Piskvorky 15x15, 0:0, 0\n");
  const TreeMove h8 = at("h8");
  refused([&](TreeBuilder& b) { b.add(0, h8); });
  refused([&](TreeBuilder& b) { b.set_fact("header", bytes_of("Piskvorky 20x20, 0:0, 0\n")), b.add(0, h8); });
  const auto refused_with_header = [&](auto&& fill) {
    refused([&](TreeBuilder& b) { b.set_fact("header", header), fill(b); });
  };
  refused_with_header([](TreeBuilder& b) { b.add(0, TreeMove::pass()); });
  refused_with_header([&](TreeBuilder& b) { b.add(0, h8), b.add(0, h8); });
  refused_with_header([&](TreeBuilder& b) { b.add(0, h8, is_marked); });
  refused_with_header([&](TreeBuilder& b) { b.set_fact("else", header), b.add(0, h8); });
  refused_with_header([&](TreeBuilder& b) { b.set_fact("tail", bytes_of("1,1\n")), b.add(0, h8); });
  for (const std::uint64_t bits : {1ull << 63, 77ull})
    refused_with_header([&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8), bits); });
  refused_with_header([&](TreeBuilder& b) { b.add_source_bits(b.add(0, h8), 1ull << 35), b.add(1, h8); });
}

TEST_CASE("psq: random games come back, seen from all eight sides", "[convert]") {
  for (const int size : {5, 15, 20})
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
      const auto lines = test::random_lines(seed, size, 8, false);
      const GameTree tree = psq(psq_of(lines.back(), size)).tree;
      for (int number = 0; number < Symmetry::count; ++number) {
        CAPTURE(size, seed, number);
        const GameTree image = test::image_of(tree, Symmetry(number), "");
        const std::string text = written(write_psq(image));
        test::Line moves;
        for (NodeNumber node = 0; node < image.node_count(); ++node) moves.push_back(image.move(node));
        CHECK(text == psq_of(moves, size));
        CHECK(text_of(psq(text).tree) == text_of(image));
        CHECK(text_of(rec(written(write_rec(image)), size).tree) == text_of(image));
      }
    }
}

TEST_CASE("psq: cut or changed anywhere a record is refused, or comes back", "[convert]") {
  std::mt19937 random(3);
  const std::string source = "Piskvorky 15x15, 7:5, 1\r\n8,8,456\r\n9, 7,12\n1,1\r\none.exe\r\ntwo\r\n0\r\n";
  std::size_t accepted = 0;
  const auto check = [&](const std::string& text) {
    const auto reading = read_psq(bytes_of(text));
    if (reading.ok()) {
      ++accepted;
      CHECK(written(write_psq(reading.value().tree)) == text);
    } else {
      CHECK(reading.error().offset.value_or(0) <= text.size());
    }
    const auto older = read_rec(bytes_of(text.substr(text.find('\n') + 1)));
    if (older.ok()) CHECK(written(write_rec(older.value().tree)) == text.substr(text.find('\n') + 1));
  };
  for (std::size_t length = 0; length <= source.size(); ++length) check(source.substr(0, length));
  for (int i = 0; i < 5000; ++i) {
    const std::string text = test::damaged(source, random, 3, "\n\r, 0159-x");
    CAPTURE(text);
    check(text);
  }
  CHECK(accepted > 1000);
}

TEST_CASE("psq: the published record is written as it was", "[convert]") {
  const auto bytes = test::published_file("gomocup/1x0-16(2).psq");
  if (!bytes) return;
  const TreeReading reading = psq(text_of(*bytes));
  CHECK(reading.tree.size() == 20);
  CHECK(reading.tree.node_count() == 16);
  CHECK(reading.oddities.empty());
  CHECK(reading.carried.size() == 4);
  CHECK(text_of(*bytes) == written(write_psq(reading.tree)));
}

}  // namespace piskvork_test
