#include "engine/protocol.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "game/notation.hpp"

namespace fiveproof::engine {
namespace {

CommandKind kind_of(std::string_view line) { return parse_line(line).kind; }

TEST_CASE("a command is known in either case, with any blanks around it", "[engine]") {
  CHECK(kind_of("BEGIN") == CommandKind::begin);
  CHECK(kind_of("begin") == CommandKind::begin);
  CHECK(kind_of("  Restart\t\r") == CommandKind::restart);
  CHECK(kind_of("BOARD") == CommandKind::board);
  CHECK(kind_of("yxboard") == CommandKind::quiet_board);
  CHECK(kind_of("SWAP2BOARD") == CommandKind::swap2_board);
  CHECK(kind_of("done") == CommandKind::done);
  CHECK(kind_of("ABOUT") == CommandKind::about);
  CHECK(kind_of("END") == CommandKind::end);
  CHECK(kind_of("YXSTOP") == CommandKind::stop);
  CHECK(kind_of("yxshowforbid") == CommandKind::forbidden);
  CHECK(kind_of("") == CommandKind::nothing);
  CHECK(kind_of(" \r") == CommandKind::nothing);
}

TEST_CASE("numbers stand between commas or blanks", "[engine]") {
  for (const char* line : {"TURN 10,3", "turn 10 3", "TURN  10 , 3 ", "turn\t10,\t3"}) {
    CAPTURE(line);
    const Command command = parse_line(line);
    CHECK(command.kind == CommandKind::turn);
    CHECK(command.numbers == std::vector{10, 3});
  }
  CHECK(parse_line("START 20").numbers == std::vector{20});
  CHECK(parse_line("start 15 15").numbers == std::vector{15, 15});
  CHECK(parse_line("RECTSTART 30,20").numbers == std::vector{30, 20});
  CHECK(parse_line("TAKEBACK 0,14").numbers == std::vector{0, 14});
  CHECK(parse_line("10,11,2").numbers == std::vector{10, 11, 2});
  CHECK(parse_line("10,11").kind == CommandKind::stone);
  CHECK(parse_line("-1,0,1").numbers == std::vector{-1, 0, 1});
}

TEST_CASE("wrong words of a known command are malformed, other commands unknown", "[engine]") {
  for (const char* line :
       {"TURN", "TURN 1", "TURN 1,2,3", "TURN x,y", "TURN 1,2x", "TURN 1,,2", "TURN 99999999999,0", "START",
        "START a", "START 1 2 3", "BEGIN now", "END 1", "1,2,3,4", "1", "1;2", "RECTSTART 15"}) {
    CAPTURE(line);
    CHECK(kind_of(line) == CommandKind::malformed);
  }
  CHECK(kind_of("HELLO") == CommandKind::unknown);
  CHECK(parse_line("Hello world").word == "Hello");
  CHECK(kind_of("\xff\xfe") == CommandKind::unknown);
  CHECK(kind_of(std::string_view("\0BEGIN", 6)) == CommandKind::unknown);
}

TEST_CASE("INFO has a key and what follows", "[engine]") {
  const Command command = parse_line("INFO Timeout_Turn  500 ");
  CHECK(command.kind == CommandKind::info);
  CHECK(command.word == "timeout_turn");
  CHECK(command.rest == "500");
  CHECK(parse_line("info").word.empty());
  CHECK(parse_line("INFO folder C:\\a folder").rest == "C:\\a folder");
}

TEST_CASE("coordinates count from the top left", "[engine]") {
  CHECK(square_of(0, 0, 15) == parse_square("a15", 15).value());
  CHECK(square_of(14, 14, 15) == parse_square("o1", 15).value());
  CHECK(square_of(19, 0, 20) == parse_square("t20", 20).value());
  CHECK_FALSE(square_of(15, 0, 15));
  CHECK_FALSE(square_of(0, 15, 15));
  CHECK_FALSE(square_of(-1, 3, 15));
  for (const char* text : {"a1", "c15", "h8", "o2"}) {
    const Square square = parse_square(text, 15).value();
    const Command command = parse_line("TURN " + coordinates_of(square, 15));
    CHECK(square_of(command.numbers[0], command.numbers[1], 15) == square);
  }
}

TEST_CASE("forbidden points have two digits for each coordinate", "[engine]") {
  SquareSet points;
  CHECK(forbid_line(points, 15) == "FORBID .");
  points.insert(*square_of(9, 12, 15));
  points.insert(*square_of(10, 11, 15));
  CHECK(forbid_line(points, 15) == "FORBID 09121011.");
}

TEST_CASE("what is shown of others' words cannot break a line", "[engine]") {
  CHECK(unknown_line("a\rb\x1b") == "UNKNOWN command a?b?");
  CHECK(message_line("a\nb") == "MESSAGE a?b");
  CHECK(error_line(std::string(1000, 'x')).size() < 100);
}

TEST_CASE("numbers of INFO may be of any size", "[engine]") {
  CHECK(number_of("0") == 0);
  CHECK(number_of("-5") == -5);
  CHECK(number_of(" +7 ") == 7);
  CHECK(number_of("99999999999999999999999") == std::numeric_limits<std::int64_t>::max());
  CHECK(number_of("-99999999999999999999999") == -std::numeric_limits<std::int64_t>::max());
  for (const char* text : {"", "-", "1.5", "0x10", "1 2", "ten"}) CHECK_FALSE(number_of(text));
}

TEST_CASE("rule sets by the numbers of INFO rule", "[engine]") {
  CHECK(rule_of(0) == RuleSet::freestyle);
  CHECK(rule_of(1) == RuleSet::standard);
  CHECK(rule_of(2) == RuleSet::renju);
  CHECK(rule_of(4) == RuleSet::renju);
  CHECK_FALSE(rule_of(3));
  CHECK_FALSE(rule_of(-1));
  CHECK_FALSE(rule_of(8));
}

}  // namespace
}  // namespace fiveproof::engine
