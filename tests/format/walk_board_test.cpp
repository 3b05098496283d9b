#include "format/walk/walk_board.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "game/notation.hpp"
#include "game/packed_position.hpp"

namespace fiveproof::walk {
namespace {

int square(const char* name, int size) { return dense_index(parse_square(name, size).value(), size); }

Board board_with(int size, const char* attackers, const char* defenders) {
  Board board(size);
  const auto put = [&](const char* squares, Cell what) {
    const auto list = parse_squares(squares, size).value();
    for (Square s : list) board.put(dense_index(s, size), what);
  };
  put(attackers, attacker);
  put(defenders, defender);
  return board;
}

TEST_CASE("squares along a line, to the edge", "[format][walk]") {
  const int size = GENERATE(5, 15, 20);
  const Board board(size);
  const int a1 = square("a1", size), e5 = square("e5", size);
  CHECK(board.along(a1, 2, 4) == e5);
  CHECK(board.along(a1, 2, -1) == nowhere);
  CHECK(board.along(a1, 3, 1) == nowhere);
  CHECK(board.along(square("a5", size), 3, 4) == square("e1", size));
  CHECK(board.steps_to(a1, 2, e5) == 4);
  CHECK(board.steps_to(e5, 2, a1) == -4);
  CHECK(board.steps_to(a1, 0, e5) == 0);
  CHECK(board.steps_to(a1, 1, square("a3", size)) == 2);
  CHECK(board.distance(a1, square("c5", size)) == 4);
  CHECK(board.empties() == size * size);
}

TEST_CASE("lines tell what stands where", "[format][walk]") {
  Board board = board_with(15, "b1 d1", "e1");
  // From c1 along the columns: b1 and a1, then the margin; d1 and e1, then two empty squares.
  const Line line = board.line(square("c1", 15), 0);
  CHECK((line & 0xFF) == (attacker | empty << 2 | outside << 4 | outside << 6));
  CHECK(line >> 8 == (attacker | defender << 2 | empty << 4 | empty << 6));
  CHECK(life_of(line, attacker) == 5 + 1 + 5);
  CHECK(life_of(line, defender) == 0);
  CHECK(board.empties() == 222);
  board.put(square("b1", 15), empty);
  CHECK(board.empties() == 223);
}

/// One stone after the other, one line of five after the other.
std::set<int> slow_ends(const Board& board, int q) {
  const int size = board.size();
  std::set<int> ends;
  for (auto [dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(1, -1)})
    for (int from = -4; from <= 0; ++from) {
      std::vector<int> gaps;
      bool is_ours = true;
      for (int i = from; i < from + 5; ++i) {
        const int x = q / size + i * dx, y = q % size + i * dy;
        if (x < 0 || y < 0 || x >= size || y >= size) {
          is_ours = false;
          break;
        }
        const Cell cell = board.at(x * size + y);
        if (cell == empty)
          gaps.push_back(x * size + y);
        else if (cell != board.at(q))
          is_ours = false;
      }
      if (is_ours && gaps.size() == 1) ends.insert(gaps[0]);
    }
  return ends;
}

TEST_CASE("the ends of fours are those that a slow search finds", "[format][walk]") {
  const int size = GENERATE(5, 9, 15);
  std::mt19937 random(static_cast<unsigned>(size));
  int found = 0;
  for (int n = 0; n < 3'000; ++n) {
    Board board(size);
    for (int q = 0; q < size * size; ++q)
      if (const auto roll = random() % 10; roll < 7) board.put(q, roll < 5 ? attacker : defender);
    const int q = static_cast<int>(random() % static_cast<unsigned>(size * size));
    if (board.at(q) == empty) continue;
    const auto ends = ends_of_fours(board, q, board.lines(q));
    const auto expected = slow_ends(board, q);
    found += !expected.empty();
    REQUIRE((ends[0] != nowhere) + (ends[1] != nowhere) ==
            static_cast<int>(std::min<std::size_t>(2, expected.size())));
    for (int end : ends) REQUIRE((end == nowhere || expected.contains(end)));
    REQUIRE((ends[0] == nowhere || ends[0] != ends[1]));
  }
  CHECK(found > 100);
}

}  // namespace
}  // namespace fiveproof::walk
