#include "game/notation.hpp"

#include <catch2/catch.hpp>

#include "tests/game/positions.hpp"

using namespace fiveproof;
using fiveproof::test::position;
using fiveproof::test::square;

TEST_CASE("every square is read back from its text, in either case", "[game][notation]") {
  for (int size : {5, 9, 10, 15, 19, 20})
    for (Square s : SquareSet::whole_board(size)) {
      std::string text = to_text(s);
      CAPTURE(size, text);
      auto parsed = parse_square(text, size);
      REQUIRE(parsed.ok());
      CHECK(parsed.value() == s);
      text[0] = static_cast<char>(text[0] - 'a' + 'A');
      parsed = parse_square(text, size);
      REQUIRE(parsed.ok());
      CHECK(parsed.value() == s);
    }
}

TEST_CASE("the letter i is used", "[game][notation]") {
  CHECK(to_text(Square(7, 7)) == "h8");
  CHECK(to_text(Square(8, 0)) == "i1");
  CHECK(to_text(Square(9, 0)) == "j1");
  CHECK(to_text(Square(14, 14)) == "o15");
  CHECK(to_text(Square(19, 19)) == "t20");
}

TEST_CASE("what is not one square of the board is refused", "[game][notation]") {
  const auto refused_at = [](const std::string& text, int size) {
    CAPTURE(text, size);
    const auto parsed = parse_square(text, size);
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.error().code == ErrorCode::usage);
    CHECK_THAT(parsed.error().message, Catch::Contains("expected"));
    return parsed.error().offset.value();
  };
  for (const char* text : {"", "h", "8", "8h", "hh8", "--", " h8", "h 8"}) CHECK(refused_at(text, 15) == 0);
  for (const char* text : {"h-8", "h+8", "{1", "@1", "`1",
                           "\xc3\xa9"
                           "1"})
    CHECK(refused_at(text, 15) == 0);
  for (const char* text : {"h0", "h08", "h16", "p1", "z9", "a100", "a155", "a99999999999"})
    CHECK(refused_at(text, 15) == 0);
  for (const char* text : {"h8 ", "h8i9", "h8,", "a1."}) CHECK(refused_at(text, 15) == 2);
  for (const char* text : {"u1", "a21"}) CHECK(refused_at(text, 20) == 0);
  for (const char* text : {"f1", "a6"}) CHECK(refused_at(text, 5) == 0);
}

TEST_CASE("the last column and row are accepted, the next refused, on every board", "[game][notation]") {
  for (int size = min_board_size; size <= max_board_size; ++size) {
    CAPTURE(size);
    const std::string last(1, static_cast<char>('a' + size - 1));
    const std::string next(1, static_cast<char>('a' + size));
    CHECK(parse_square(last + std::to_string(size), size).ok());
    CHECK_FALSE(parse_square(next + "1", size).ok());
    CHECK_FALSE(parse_square("a" + std::to_string(size + 1), size).ok());
  }
}

TEST_CASE("a zero byte inside the text is refused", "[game][notation]") {
  CHECK_FALSE(parse_square(std::string_view("h8\0", 3), 15).ok());
  CHECK_FALSE(parse_square(std::string_view("h\0008", 3), 15).ok());
}

TEST_CASE("lists of squares may be separated by nothing, spaces or commas", "[game][notation]") {
  const std::string text =
      GENERATE("h8i9g15", "h8 i9 g15", "H8,I9,G15", "  h8   i9,g15 ", "h8, i9, g15,", ",h8i9 g15");
  CAPTURE(text);
  const auto parsed = parse_squares(text, 15);
  REQUIRE(parsed.ok());
  CHECK(to_text(parsed.value()) == "h8 i9 g15");
}

TEST_CASE("columns may be lettered without i, on every board", "[game][notation]") {
  // The letters as they stand at the edge of such a board.
  const std::string columns = "abcdefghjklmnopqrstu";
  for (int size = min_board_size; size <= max_board_size; ++size)
    for (char letter = 'a'; letter <= 'z'; ++letter) {
      CAPTURE(size, letter);
      const auto square = parse_square(std::string(1, letter) + "3", size, Letters::skip_i);
      const std::size_t column = columns.find(letter);
      const bool is_there = column < static_cast<std::size_t>(size);
      REQUIRE(square.ok() == is_there);
      if (is_there) CHECK(square.value() == Square(static_cast<int>(column), 2));
    }
  CHECK(to_text(parse_squares("H8J9 p15", 15, Letters::skip_i).value()) == "h8 i9 o15");
  CHECK_THAT(parse_squares("h8 i9", 15, Letters::skip_i).error().message,
             Catch::Contains("a1 to p15, without the letter i, found \"i9\""));
  CHECK_THAT(parse_square("j1", 8, Letters::skip_i).error().message, Catch::Contains("a1 to h8"));
}

TEST_CASE("letters have names", "[game][notation]") {
  CHECK(parse_letters("all").value() == Letters::all);
  CHECK(parse_letters("skip-i").value() == Letters::skip_i);
  for (const char* text : {"", "skip", "skip-I", "ALL"}) CHECK_FALSE(parse_letters(text).ok());
}

TEST_CASE("an empty list is no squares", "[game][notation]") {
  for (const char* text : {"", " ", ",", " , "}) {
    const auto parsed = parse_squares(text, 15);
    REQUIRE(parsed.ok());
    CHECK(parsed.value().empty());
  }
  CHECK(to_text(std::vector<Square>{}).empty());
  CHECK(to_text(SquareSet{}).empty());
}

TEST_CASE("a list stops at its first bad square and says where", "[game][notation]") {
  const auto [text, offset] = GENERATE(table<const char*, std::uint64_t>({{"h8 x9", 3},
                                                                          {"h8i", 2},
                                                                          {"h8i16", 2},
                                                                          {"h8;i9", 2},
                                                                          {"h8 i9 9", 6},
                                                                          {"h8\ti9", 2},
                                                                          {"h8\ni9", 2},
                                                                          {"x9", 0},
                                                                          {"a1 b2 --", 6},
                                                                          {"a1111", 0}}));
  CAPTURE(text);
  const auto parsed = parse_squares(text, 15);
  REQUIRE_FALSE(parsed.ok());
  CHECK(parsed.error().offset == offset);
}

TEST_CASE("moves are played in turn, Black first", "[game][notation]") {
  const auto p = position_after(test::squares("h8 i9 g7"), 15);
  REQUIRE(p.ok());
  CHECK((p.value() == position("h8 g7", "i9", 15, Color::white)));
  const auto empty = position_after({}, 15);
  REQUIRE(empty.ok());
  CHECK((empty.value() == Position(15)));
}

TEST_CASE("moves onto a stone or off the board are refused", "[game][notation]") {
  const auto twice = position_after(test::squares("h8 i9 h8"), 15);
  REQUIRE_FALSE(twice.ok());
  CHECK_THAT(twice.error().message, Catch::Contains("h8"));
  const auto off = position_after({square("f1")}, 5);
  REQUIRE_FALSE(off.ok());
  CHECK_THAT(off.error().message, Catch::Contains("f1 is not on a board of size 5"));
}

TEST_CASE("stones as two lists: a square named twice or off the board is refused", "[game][notation]") {
  CHECK(position_of(test::squares("a1 b2"), test::squares("c3"), Color::white, 15).ok());
  CHECK_FALSE(position_of(test::squares("a1 a1"), {}, Color::black, 15).ok());
  CHECK_FALSE(position_of({}, test::squares("a1 a1"), Color::black, 15).ok());
  CHECK_FALSE(position_of(test::squares("a1"), test::squares("a1"), Color::black, 15).ok());
  CHECK_FALSE(position_of({square("f1")}, {}, Color::black, 5).ok());
}

TEST_CASE("a diagram has the top row first and names rows and columns", "[game][notation]") {
  CHECK(diagram(position("a1 e5", "b1", 5)) ==
        "  5 . . . . X\n"
        "  4 . . . . .\n"
        "  3 . . . . .\n"
        "  2 . . . . .\n"
        "  1 X O . . .\n"
        "    a b c d e\n");
  // A mark on a stone is not shown.
  CHECK(diagram(position("a1 e5", "b1", 5), {{square("c3"), '1'}, {square("b1"), '2'}}) ==
        "  5 . . . . X\n"
        "  4 . . . . .\n"
        "  3 . . 1 . .\n"
        "  2 . . . . .\n"
        "  1 X O . . .\n"
        "    a b c d e\n");
}
