#include "engine/dialogue.hpp"

#include <catch2/catch.hpp>
#include <new>
#include <sstream>
#include <utility>

#include "format/fvp/fvp_reader.hpp"
#include "tests/paths.hpp"

namespace fiveproof::engine {
namespace {

/// All that is written when these lines are sent.
std::string all_written(const std::string& lines, const Lender& lender = {}) {
  std::istringstream in(lines);
  std::ostringstream out;
  {
    Dialogue dialogue(in, out, {lender, "1.2"});
    CHECK(dialogue.run());
  }
  return out.str();
}

/// The answers to these lines, one by one; messages are left out.
std::vector<std::string> answers(const std::string& lines, const Lender& lender = {}) {
  std::vector<std::string> found;
  std::istringstream written(all_written(lines, lender));
  for (std::string line; std::getline(written, line);)
    if (!line.starts_with("MESSAGE")) found.push_back(line);
  return found;
}
using Answers = std::vector<std::string>;

bool is_move(const std::string& line) { return parse_line(line).kind == CommandKind::stone; }

TEST_CASE("a game is started, begun and played", "[engine]") {
  CHECK(answers("START 15\nBEGIN\n") == Answers{"OK", "7,7"});
  const Answers game = answers("INFO timeout_turn 100\nSTART 20\nTURN 10,10\nTURN 0,0\n");
  REQUIRE(game.size() == 3);
  CHECK(is_move(game[1]));
  CHECK(is_move(game[2]));
}

TEST_CASE("lines end as they please, and what follows END is not read", "[engine]") {
  CHECK(answers("START 15\r\nBEGIN\r\n") == Answers{"OK", "7,7"});
  CHECK(answers("START 15\rBEGIN\r") == Answers{"OK", "7,7"});
  CHECK(answers("START 15\nBEGIN") == Answers{"OK", "7,7"});
  CHECK(answers("START 15\nBEGIN\nEND\nSTART 15\n") == Answers{"OK", "7,7"});
  CHECK(answers("").empty());
  CHECK(answers("END\n").empty());
}

TEST_CASE("that memory will not do is said once, when an answer is waited for", "[engine]") {
  const std::string told =
      "MESSAGE plays on its own: there is no proof for this game; needs up to 40 MiB, more than INFO "
      "max_memory allows\nOK\n";
  CHECK(all_written("INFO max_memory 1000000\nSTART 15\nSTART 15\n") == told + "OK\n");
  CHECK(all_written("INFO max_memory 80000000\nSTART 15\n").find("max_memory") == std::string::npos);
  CHECK(answers("INFO max_memory 1\nINFO timeout_turn 50\nSTART 15\nTURN 7,7\n").size() == 2);
}

TEST_CASE("boards of other sizes and forms are refused", "[engine]") {
  const Answers expected = {"OK",
                            "OK",
                            "OK",
                            "OK",
                            "ERROR board sizes are 5 to 20",
                            "ERROR board sizes are 5 to 20",
                            "ERROR only square boards are known",
                            "ERROR only square boards are known"};
  CHECK(answers("START 5\nSTART 20\nstart 15 15\nRECTSTART 15,15\nSTART 4\nSTART 21\nRECTSTART 30,20\nSTART "
                "15 14\n") == expected);
}

TEST_CASE("before a game there is nothing to play", "[engine]") {
  for (const char* line :
       {"BEGIN", "TURN 1,1", "BOARD", "TAKEBACK 1,1", "RESTART", "SWAP2BOARD", "yxshowforbid"}) {
    CAPTURE(line);
    CHECK(answers(std::string(line) + "\n") == Answers{"ERROR no game has been started"});
  }
  CHECK(answers("INFO rule 1\nINFO\nINFO folder /tmp\nYXSTOP\n\n").empty());
}

TEST_CASE("wrong words are told and change nothing", "[engine]") {
  const Answers expected = {"OK",
                            "UNKNOWN command HELLO",
                            "ERROR wrong turn",
                            "ERROR the square is not on the board",
                            "ERROR the board is not empty",
                            "ERROR the square is occupied",
                            "ERROR there is no list of stones",
                            "ERROR there is no list of stones"};
  Answers seen = answers(
      "INFO timeout_turn 0\nSTART 15\nHELLO\nTURN\nTURN 15,0\nTURN 3,3\nBEGIN\nTURN 3,3\nDONE\n1,2,1\n");
  REQUIRE(seen.size() == 9);
  CHECK(is_move(seen[4]));
  seen.erase(seen.begin() + 4);
  CHECK(seen == expected);
}

TEST_CASE("a line that is too long is refused, whatever it says", "[engine]") {
  const Answers seen = answers("START 15\nBEGIN" + std::string(5000, ' ') + "\nBEGIN\n");
  REQUIRE(seen.size() == 3);
  CHECK(seen[1] == "ERROR wrong line: it is too long");
  CHECK(seen[2] == "7,7");
}

TEST_CASE("BOARD is answered with a move of the side that is behind", "[engine]") {
  // White has a four to parry.
  const std::string start = "INFO timeout_turn 0\nSTART 15\n";
  CHECK(answers(start + "BOARD\n3,7,2\n4,7,2\n5,7,2\n6,7,2\n2,7,1\n0,0,1\n0,2,1\nDONE\n") ==
        Answers{"OK", "7,7"});
  // The same stones, and Black is to move.
  CHECK(answers(start + "BOARD\n3,7,1\n4,7,1\n5,7,1\n6,7,1\n2,7,2\n0,0,2\n0,2,2\n14,14,2\nDONE\n") ==
        Answers{"OK", "7,7"});
  CHECK(answers(start + "BOARD\nDONE\n") == Answers{"OK", "7,7"});
  CHECK(answers(start + "yxboard\n3,7,1\n4,7,2\nDONE\nBEGIN\n") ==
        Answers{"OK", "ERROR the board is not empty"});
}

TEST_CASE("a board can have any stones", "[engine]") {
  const std::string start = "INFO timeout_turn 0\nSTART 15\nBOARD\n";
  for (const char* stones : {"0,0,1\n", "0,0,2\n5,5,2\n9,9,2\n", "0,0,1\n5,5,1\n9,9,1\n1,9,2\n"}) {
    CAPTURE(stones);
    const Answers seen = answers(start + stones + "DONE\n");
    REQUIRE(seen.size() == 2);
    CHECK(is_move(seen[1]));
  }
}

TEST_CASE("a wrong list is told once, and the board stays as it was", "[engine]") {
  const std::string start = "INFO timeout_turn 0\nSTART 15\n";
  CHECK(answers(start + "BOARD\n0,0,1\n0,0,2\nx\nDONE\nBEGIN\n") ==
        Answers{"OK", "ERROR a square is named twice", "7,7"});
  CHECK(answers(start + "BOARD\n15,0,1\nDONE\nBEGIN\n") ==
        Answers{"OK", "ERROR a stone is not on the board", "7,7"});
  CHECK(answers(start + "BOARD\n0,0\nDONE\n") == Answers{"OK", "ERROR a stone has no such field"});
  CHECK(answers(start + "BOARD\n0,0,4\nDONE\n") == Answers{"OK", "ERROR a stone has no such field"});
  CHECK(answers(start + "BOARD\n0,0,3\nDONE\n") == Answers{"OK", "ERROR continuous games are not known"});
  CHECK(answers(start + "BOARD\n0,0,1\nSTART 15\nBEGIN\n") ==
        Answers{"OK", "ERROR the list of stones had no DONE", "OK", "7,7"});
  CHECK(answers(start + "BOARD\n0,0,1\nEND\n") == Answers{"OK"});
  CHECK(answers(start + "BOARD\n0,0,1\n") == Answers{"OK"});
}

TEST_CASE("what is no stone spoils a list and does not end it", "[engine]") {
  CHECK(answers("START 15\nBOARD\nx\n0,0,1\nDONE\nBEGIN\n") == Answers{"OK", "ERROR no stone: x", "7,7"});
  CHECK(answers("START 15\nBOARD\n0,0,1\nTURN\nDONE\nBEGIN\n") ==
        Answers{"OK", "ERROR no stone: turn", "7,7"});
}

TEST_CASE("a game that is over has no more moves", "[engine]") {
  const std::string five = "3,7,2\n4,7,2\n5,7,2\n6,7,2\n7,7,2\n0,0,1\n0,2,1\n0,4,1\n0,6,1\n";
  CHECK(answers("START 15\nBOARD\n" + five + "DONE\nTURN 9,9\n") ==
        Answers{"OK", "ERROR the game is over", "ERROR the game is over"});
  // Six in a row are no five under standard rules.
  const Answers six =
      answers("INFO timeout_turn 0\nINFO rule 1\nSTART 15\nBOARD\n2,7,2\n" + five + "0,8,1\nDONE\n");
  REQUIRE(six.size() == 2);
  CHECK(is_move(six[1]));
  std::string full;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y)
      full += std::to_string(x) + "," + std::to_string(y) + "," + ((x + 2 * y) % 4 < 2 ? "1" : "2") + "\n";
  CHECK(answers("START 5\nBOARD\n" + full + "DONE\n") == Answers{"OK", "ERROR the board is full"});
}

TEST_CASE("stones are taken back, in either order", "[engine]") {
  const std::string game = "INFO timeout_turn 0\nSTART 15\nBEGIN\nTURN 0,0\n";
  const Answers played = answers(game);
  REQUIRE(played.size() == 3);
  for (const std::string& both : {played[2] + "\nTAKEBACK 0,0", "0,0\nTAKEBACK " + played[2]}) {
    // The squares are free again, and it is White's turn, whom we answer as Black.
    const Answers again = answers(game + "TAKEBACK " + both + "\nTURN 0,0\nTURN 0,0\n");
    REQUIRE(again.size() == 7);
    CHECK(again[3] == "OK");
    CHECK(again[4] == "OK");
    CHECK(is_move(again[5]));
    CHECK(again[6] == "ERROR the square is occupied");
  }
  CHECK(answers("START 15\nTAKEBACK 1,1\n") == Answers{"OK", "ERROR there is no stone"});
}

TEST_CASE("forbidden points are shown under renju alone, and never played", "[engine]") {
  // Black has g8 i8 h7 h9: h8 is a double three.
  const std::string stones = "6,7,1\n0,0,2\n8,7,1\n14,0,2\n7,8,1\n0,14,2\n7,6,1\n14,14,2\nDONE\n";
  CHECK(answers("INFO rule 4\nSTART 15\nyxboard\n" + stones + "yxshowforbid\n") ==
        Answers{"OK", "FORBID 0707."});
  CHECK(answers("START 15\nINFO rule 2\nyxboard\n" + stones + "yxshowforbid\n") ==
        Answers{"OK", "FORBID 0707."});
  CHECK(answers("START 15\nyxboard\n" + stones + "yxshowforbid\n") == Answers{"OK", "FORBID ."});
  const Answers move = answers("INFO timeout_turn 0\nINFO rule 4\nSTART 15\nBOARD\n" + stones);
  REQUIRE(move.size() == 2);
  CHECK(is_move(move[1]));
  CHECK(move[1] != "7,7");
}

TEST_CASE("colours and rule sets are those of the list and of the last INFO", "[engine]") {
  // We are to move, with five stones that a sixth joins at 7,7, and others that a fifth joins at 5,12.
  const std::string own = "4,7,1\n5,7,1\n6,7,1\n8,7,1\n9,7,1\n1,12,1\n2,12,1\n3,12,1\n4,12,1\n";
  const std::string other = "0,12,2\n0,0,2\n2,0,2\n4,0,2\n6,0,2\n0,2,2\n2,2,2\n4,2,2\n6,2,2\n";
  const std::string start = "INFO timeout_turn 0\nSTART 15\n", end = "DONE\n";
  // As White six in a row wins under renju, as Black it does not; a column on the left comes first.
  const Answers black = answers(start + "INFO rule 4\nBOARD\n" + own + other + end);
  CHECK(black == Answers{"OK", "5,12"});
  const std::string six = "4,7,1\n5,7,1\n6,7,1\n8,7,1\n9,7,1\n";
  const std::string seven_others = "0,12,2\n0,0,2\n2,0,2\n4,0,2\n6,0,2\n0,2,2\n";
  CHECK(answers(start + "INFO rule 4\nBOARD\n" + six + seven_others + end) == Answers{"OK", "7,7"});
  CHECK(answers(start + "INFO rule 1\nBOARD\n" + six + seven_others + end) != Answers{"OK", "7,7"});
}

TEST_CASE("a rule that is not known is told at the first command that is answered", "[engine]") {
  CHECK(answers("INFO rule 3\nSTART 15\n") == Answers{"ERROR rule 3 is not supported"});
  CHECK(answers("START 15\nINFO rule 9\nBEGIN\nINFO rule 0\nBEGIN\n") ==
        Answers{"OK", "ERROR rule 9 is not supported", "7,7"});
}

TEST_CASE("swap2: three stones, then a colour", "[engine]") {
  const std::string start = "INFO rule 1\nINFO timeout_turn 300\nSTART 15\nSWAP2BOARD\n";
  const Answers three = answers(start + "DONE\n");
  REQUIRE(three.size() == 2);
  CHECK(std::count(three[1].begin(), three[1].end(), ' ') == 2);
  const Answers choice = answers(start + "7,7\n8,7\n9,9\nDONE\n");
  REQUIRE(choice.size() == 2);
  CHECK((choice[1] == "SWAP" || is_move(choice[1])));
  // Black has three in a row, and White nothing: nobody wants to be White.
  CHECK(answers(start + "7,7\n0,0\n8,7\n0,14\n9,7\nDONE\n") == Answers{"OK", "SWAP"});
  CHECK(answers(start + "7,7\n8,7\nDONE\n") ==
        Answers{"OK", "ERROR SWAP2BOARD has no, three or five stones"});
}

TEST_CASE("it says who it is, and plays what it is told", "[engine]") {
  CHECK(answers("about\n") == Answers{R"(name="fiveproof", version="1.2", author="fiveproof contributors")"});
  CHECK(answers("START 15\nPLAY 3,4\nPLAY 3,4\n") == Answers{"OK", "3,4", "ERROR the square is occupied"});
}

TEST_CASE("YXSTOP and END cut a thought short", "[engine]") {
  const std::string game = "INFO timeout_turn 60000\nSTART 15\nTURN 7,7\n";
  for (const char* last : {"YXSTOP\n", "END\n"}) {
    CAPTURE(last);
    const auto began = Clock::now();
    const Answers seen = answers(game + last);
    REQUIRE(seen.size() == 2);
    CHECK(is_move(seen[1]));
    CHECK(Clock::now() - began < std::chrono::seconds(10));
  }
}

/// Lends the example, but has no memory for it the first so many times, or when it is asked for the second
/// time.
struct ShortOfMemory {
  int failures = 1;
  bool lends_first = false;

  Lender lender() {
    return [this](RuleSet, int) {
      if (!std::exchange(lends_first, false) && failures-- > 0) throw std::bad_alloc();
      return std::vector<NamedProof>{
          {"example",
           std::make_shared<const Proof>(read_fvp_file(test::in_project("examples/example.fvp")).value())}};
    };
  }
};
const std::string no_memory = "ERROR not enough memory";
/// Time enough to read a proof before a move, which is then made without much thought.
const std::string with_time = "INFO timeout_turn 4000\nINFO max_node 1\n";

TEST_CASE("who has little time reads the proofs of another rule set after his answer", "[engine]") {
  const auto read_at = [](const std::string& limits) {
    std::istringstream in(limits + "START 15\nINFO rule 1\nBEGIN\n");
    std::ostringstream out;
    std::vector<std::string> written;
    const Lender lender = [&](RuleSet rule, int) {
      written.push_back(std::string(name_of(rule)) +
                        (out.str().find("7,7\n") == std::string::npos ? " before" : " after"));
      return std::vector<NamedProof>();
    };
    Dialogue(in, out, {lender, "1"}).run();
    return written;
  };
  CHECK(read_at("INFO timeout_turn 500\n") == std::vector<std::string>{"freestyle before", "standard after"});
  CHECK(read_at(with_time) == std::vector<std::string>{"freestyle before", "standard before"});
}

TEST_CASE("a game for which memory does not do is not begun, and may be later", "[engine]") {
  ShortOfMemory once;
  CHECK(all_written("START 15\nBEGIN\nSTART 15\nBEGIN\n", once.lender()) ==
        no_memory + "\nERROR no game has been started\nMESSAGE plays the proof example\nOK\n" +
            "MESSAGE on its own: in the middle\n7,7\n");
}

TEST_CASE("a move for which memory does not do is not made, and may be later", "[engine]") {
  const std::string game = with_time + "START 15\nINFO rule 1\nTURN 3,3\nTURN 3,3\nTURN 3,3\n";
  ShortOfMemory once{1, true};
  const Answers seen = answers(game, once.lender());
  REQUIRE(seen.size() == 4);
  CHECK(seen[1] == no_memory);
  CHECK(is_move(seen[2]));
  CHECK(seen[3] == "ERROR the square is occupied");
}

TEST_CASE("a list for which memory does not do is gone", "[engine]") {
  const std::string game = with_time + "START 15\nINFO rule 1\nBOARD\n3,3,2\nDONE\nDONE\nBEGIN\n";
  ShortOfMemory once{1, true};
  CHECK(answers(game, once.lender()) == Answers{"OK", no_memory, "ERROR there is no list of stones", "7,7"});
}

}  // namespace
}  // namespace fiveproof::engine
