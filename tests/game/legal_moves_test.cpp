#include "game/legal_moves.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "game/notation.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;

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
          for (Square s : SquareSet::whole_board(max_board_size))  // beyond the edge as well
            REQUIRE(is_legal(p, rule, c, s) == expected.contains(s));
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

TEST_CASE("Black may not play on forbidden points under renju, White may", "[game][legal]") {
  // h8 would make two threes.
  const Position p = test::position("f8 g8 h6 h7", "a1 a3 o1 o3");
  const Square cross = test::square("h8"), taken = test::square("g8");
  SquareSet allowed = p.empties();
  allowed.erase(cross);
  CHECK(legal_moves(p, RuleSet::renju, Color::black) == allowed);
  CHECK_FALSE(is_legal(p, RuleSet::renju, Color::black, cross));
  CHECK_FALSE(is_legal(p, RuleSet::renju, Color::black, taken));
  CHECK(is_legal(p, RuleSet::renju, Color::black, test::square("h9")));
  CHECK(legal_moves(p, RuleSet::renju, Color::white) == p.empties());
  CHECK(is_legal(p, RuleSet::renju, Color::white, cross));
  CHECK(is_legal(p, RuleSet::standard, Color::black, cross));
}

TEST_CASE("an overline of Black is the end of a game of renju", "[game][legal]") {
  const Position six = test::position("c8 d8 e8 f8 g8 h8", "");
  CHECK(is_dead(six, RuleSet::renju));
  CHECK_FALSE(is_dead(six, RuleSet::standard));
  CHECK_FALSE(is_dead(test::position("c8 d8 e8 f8 g8", ""), RuleSet::renju));
  CHECK_FALSE(is_dead(test::position("", "c8 d8 e8 f8 g8 h8"), RuleSet::renju));
}
