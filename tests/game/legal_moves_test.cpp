#include "game/legal_moves.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>

#include "tests/diagram.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;

namespace {

/// Does it end the process by an invariant that does not hold?
template <class Ask>
bool stops_the_program(Ask ask) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // and not a report of Catch2's
    if (::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(1);
    ask();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

}  // namespace

TEST_CASE("where nothing is forbidden, every empty square is a legal move and no other", "[game][legal]") {
  std::mt19937 random(11);
  for (int size : {5, 6, 15, 20})
    for (int percent : {0, 30, 95, 100}) {
      const Position p = test::random_position(size, percent, random);
      for (RuleSet rule : all_rule_sets)
        for (Color c : {Color::black, Color::white}) {
          if (has_forbidden_moves(rule, c)) continue;
          CAPTURE(diagram(p), name_of(rule), name_of(c));
          SquareSet expected;
          for (int column = 0; column < size; ++column)
            for (int row = 0; row < size; ++row)
              if (!p.at(Square(column, row))) expected.insert(Square(column, row));
          REQUIRE(legal_moves(p, rule, c) == expected);
          REQUIRE(possible_moves(p, rule, c) == expected);
          for (Square s : SquareSet::whole_board(max_board_size)) {  // beyond the edge as well
            REQUIRE(is_legal(p, rule, c, s) == expected.contains(s));
            REQUIRE(is_possible(p, rule, c, s) == expected.contains(s));
          }
        }
    }
}

TEST_CASE("a legal move is asked of a colour, whoever is to move", "[game][legal]") {
  for (Color to_move : {Color::black, Color::white}) {
    const Position p = test::position("h8", "i8", 15, to_move);
    for (Color c : {Color::black, Color::white}) {
      CHECK(legal_moves(p, RuleSet::standard, c).size() == 223);
      CHECK(is_legal(p, RuleSet::freestyle, c, test::square("h9")));
      CHECK_FALSE(is_legal(p, RuleSet::freestyle, c, test::square("i8")));
    }
  }
}

TEST_CASE("Black's legal moves under renju are not known, and nobody is told any", "[game][legal]") {
  // h8 would make two threes.
  const Position p = test::position("f8 g8 h6 h7", "a1 a3 o1 o3");
  const Square cross = test::square("h8"), taken = test::square("g8");
  CHECK(stops_the_program([&] { (void)legal_moves(p, RuleSet::renju, Color::black); }));
  CHECK(stops_the_program([&] { (void)is_legal(p, RuleSet::renju, Color::black, cross); }));
  CHECK_FALSE(stops_the_program([&] { (void)legal_moves(p, RuleSet::renju, Color::white); }));
  CHECK(is_legal(p, RuleSet::renju, Color::white, cross));
  // Only what is certain can be told of Black.
  CHECK_FALSE(is_possible(p, RuleSet::renju, Color::black, taken));
  CHECK(is_possible(p, RuleSet::renju, Color::black, cross));
  CHECK(possible_moves(p, RuleSet::renju, Color::black) == p.empties());
}
