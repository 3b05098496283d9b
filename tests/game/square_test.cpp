#include "game/square.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "tests/game/positions.hpp"

using namespace fiveproof;
using fiveproof::test::square;
using fiveproof::test::squares;

TEST_CASE("squares are ordered column by column, each from the bottom up", "[game][square]") {
  const auto in_order = squares("a1 a2 a15 b1 b15 c1 h8 o1 o14 o15");
  CHECK(std::is_sorted(in_order.begin(), in_order.end()));
  CHECK(std::adjacent_find(in_order.begin(), in_order.end()) == in_order.end());
  CHECK(square("a15") < square("b1"));
  CHECK(square("a20") < square("b1"));
  CHECK(square("o15") < square("t1"));
}

TEST_CASE("a square's number does not depend on the board and leads back to it", "[game][square]") {
  CHECK(square("a1").number() == 0);
  CHECK(square("a2").number() == 1);
  CHECK(square("b1").number() == 20);
  CHECK(square("t20").number() == 399);
  std::set<int> numbers;
  for (int x = 0; x < max_board_size; ++x)
    for (int y = 0; y < max_board_size; ++y) {
      const Square s(x, y);
      CHECK(s.column() == x);
      CHECK(s.row() == y);
      CHECK(Square::from_number(s.number()) == s);
      numbers.insert(s.number());
    }
  CHECK(numbers.size() == Square::count);
}

TEST_CASE("a square is on the board up to its last column and row", "[game][square]") {
  for (int size = min_board_size; size <= max_board_size; ++size) {
    CAPTURE(size);
    CHECK(Square(size - 1, size - 1).is_on_board(size));
    CHECK(Square(0, 0).is_on_board(size));
    if (size < max_board_size) {
      CHECK_FALSE(Square(size, 0).is_on_board(size));
      CHECK_FALSE(Square(0, size).is_on_board(size));
    }
  }
}

TEST_CASE("board sizes are 5 to 20", "[game][square]") {
  CHECK_FALSE(is_board_size(4));
  CHECK(is_board_size(5));
  CHECK(is_board_size(20));
  CHECK_FALSE(is_board_size(21));
  CHECK_FALSE(is_board_size(-5));
}

TEST_CASE("a set iterates over exactly its squares, in square order", "[game][square]") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    SquareSet set;
    std::set<Square> model;
    const int inserts = static_cast<int>(random() % 120);
    for (int i = 0; i < inserts; ++i) {
      const Square s = Square::from_number(static_cast<int>(random() % Square::count));
      if (random() % 4 == 0) {
        set.erase(s);
        model.erase(s);
      } else {
        set.insert(s);
        model.insert(s);
      }
    }
    const std::vector<Square> seen(set.begin(), set.end());
    CHECK(seen == std::vector<Square>(model.begin(), model.end()));
    CHECK(set.size() == static_cast<int>(model.size()));
    CHECK(set.empty() == model.empty());
    if (!model.empty()) CHECK(set.first() == *model.begin());
    for (int n = 0; n < Square::count; ++n)
      if (set.contains(Square::from_number(n)) != (model.count(Square::from_number(n)) == 1))
        FAIL("contains() differs at " << n);
  }
}

TEST_CASE("a set iterates across the borders of its words", "[game][square]") {
  SquareSet set;
  for (int n : {0, 63, 64, 127, 128, 320, 383, 384, 399}) set.insert(Square::from_number(n));
  std::vector<int> numbers;
  for (Square s : set) numbers.push_back(s.number());
  CHECK(numbers == std::vector<int>{0, 63, 64, 127, 128, 320, 383, 384, 399});
  CHECK(SquareSet().begin() == SquareSet().end());
}

TEST_CASE("union, intersection and difference are those of sets", "[game][square]") {
  std::mt19937 random(2);
  for (int round = 0; round < 50; ++round) {
    SquareSet a, b;
    for (int i = 0; i < 100; ++i) {
      a.insert(Square::from_number(static_cast<int>(random() % Square::count)));
      if (round % 3 != 0) b.insert(Square::from_number(static_cast<int>(random() % Square::count)));
    }
    bool any = false;
    for (int n = 0; n < Square::count; ++n) {
      const Square s = Square::from_number(n);
      any |= a.contains(s) && b.contains(s);
      if ((a | b).contains(s) != (a.contains(s) || b.contains(s))) FAIL("union at " << n);
      if ((a & b).contains(s) != (a.contains(s) && b.contains(s))) FAIL("intersection at " << n);
      if ((a - b).contains(s) != (a.contains(s) && !b.contains(s))) FAIL("difference at " << n);
    }
    CHECK(a.intersects(b) == any);
    CHECK(((a - b) | (a & b)) == a);
  }
}

TEST_CASE("the whole board has size times size squares, all on it", "[game][square]") {
  for (int size = min_board_size; size <= max_board_size; ++size) {
    CAPTURE(size);
    const auto board = SquareSet::whole_board(size);
    CHECK(board.size() == size * size);
    CHECK(std::all_of(board.begin(), board.end(), [&](Square s) { return s.is_on_board(size); }));
  }
}
