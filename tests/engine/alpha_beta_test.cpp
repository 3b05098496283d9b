#include "engine/alpha_beta.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "tests/engine/boards.hpp"

namespace fiveproof::engine {
namespace {

Searched search(const Position& position, RuleSet rule, int depth) {
  AlphaBeta search(rule, position.size(), 1 << 20);
  return search.search(position, sorted_successors(position, rule, 40), plenty, {.depth = depth});
}

TEST_CASE("a five is made, and one is parried", "[engine]") {
  const Position ours = board("e8 f8 g8 h8", "e9 f9 g9", Color::black);
  const Searched won = search(ours, RuleSet::freestyle, 3);
  CHECK((won.move == parse_square("d8", 15).value() || won.move == parse_square("i8", 15).value()));
  CHECK(won.score >= Searched::sure);
  const Position theirs = board("e8 f8 g8 h8", "d8 e9 f9", Color::white);
  CHECK(search(theirs, RuleSet::freestyle, 3).move == parse_square("i8", 15).value());
}

TEST_CASE("a straight four is seen coming", "[engine]") {
  // White to move has to do something about the three.
  const Position position = board("g8 h8 i8", "a1 o15", Color::white);
  const Square move = *search(position, RuleSet::freestyle, 4).move;
  CHECK((move.row() == 7 && move.column() >= 4 && move.column() <= 10));
}

TEST_CASE("what is won or lost is said", "[engine]") {
  CHECK(search(board("g8 h8 i8", "a1 b1 c1", Color::black), RuleSet::freestyle, 4).score >= Searched::sure);
  CHECK(search(board("f8 g8 h8 i8", "a1 b1 c1", Color::white), RuleSet::freestyle, 4).score <=
        -Searched::sure);
}

TEST_CASE("Black plays no forbidden point under renju", "[engine]") {
  // h8 would be a double three, and by its value the best of all.
  const Position position = board("g8 i8 h7 h9", "a1 a15 o1 o15", Color::black);
  REQUIRE(forbidden_on(position, parse_square("h8", 15).value()) == Forbidden::double_three);
  const auto moves = sorted_successors(position, RuleSet::renju, 5);
  CHECK(moves.size() == 5);
  for (const Square move : moves) CHECK(is_legal(position, RuleSet::renju, Color::black, move));
  CHECK(sorted_successors(position, RuleSet::freestyle, 5).front() == parse_square("h8", 15).value());
}

TEST_CASE("without time there is a move, and with it no more is taken than there is", "[engine]") {
  const Position position = board("h8 i9 g7", "h9 i8 j10", Color::black);
  AlphaBeta search(RuleSet::freestyle, 15, 1 << 20);
  const auto moves = sorted_successors(position, RuleSet::freestyle, 40);
  const Searched at_once = search.search(position, moves, Thought(Clock::now() - milliseconds(1)), {});
  REQUIRE(at_once.move);
  CHECK(std::ranges::find(moves, *at_once.move) != moves.end());
  CHECK(at_once.nodes <= 128);
  const auto began = Clock::now();
  const Searched later = search.search(position, moves, Thought(began + milliseconds(200)), {});
  CHECK(later.depth >= 2);
  CHECK(Clock::now() - began < milliseconds(1200));
  const Searched few = search.search(position, moves, plenty, {.depth = 40, .nodes = 500});
  CHECK(few.nodes <= 501);
}

TEST_CASE("an empty board has no successors, a full one neither", "[engine]") {
  CHECK(sorted_successors(Position(15), RuleSet::freestyle, 9).size() == 9);
  Position full(5);
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y) full.put((x + 2 * y) % 4 < 2 ? Color::black : Color::white, Square(x, y));
  CHECK(sorted_successors(full, RuleSet::freestyle, 9).empty());
}

}  // namespace
}  // namespace fiveproof::engine
