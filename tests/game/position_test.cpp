#include "game/position.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/game/positions.hpp"

using namespace fiveproof;
using fiveproof::test::position;
using fiveproof::test::square;

TEST_CASE("a new position is empty with Black to move", "[game][position]") {
  for (int size = min_board_size; size <= max_board_size; ++size) {
    const Position p(size);
    CHECK(p.size() == size);
    CHECK(p.stone_count() == 0);
    CHECK(p.to_move() == Color::black);
    CHECK(p.empties() == SquareSet::whole_board(size));
    CHECK_FALSE(p.is_full());
  }
}

TEST_CASE("playing alternates the colours and undo takes back everything", "[game][position]") {
  std::mt19937 random(3);
  for (int size : {5, 6, 15, 20}) {
    Position p(size);
    std::vector<Position> before;
    std::vector<Square> played;
    while (!p.is_full()) {
      const auto empties = p.empties();
      std::vector<Square> choices(empties.begin(), empties.end());
      const Square s = choices[random() % choices.size()];
      const Color mover = p.to_move();
      before.push_back(p);
      played.push_back(s);
      p.play(s);
      CHECK(p.at(s) == mover);
      CHECK(p.to_move() == opponent(mover));
      CHECK(p.stone_count() == static_cast<int>(played.size()));
      CHECK_FALSE(p.is_empty(s));
    }
    CHECK(p.empties().empty());
    CHECK(p.count(Color::black) == (size * size + 1) / 2);
    while (!played.empty()) {
      p.undo(played.back());
      CHECK((p == before.back()));
      played.pop_back();
      before.pop_back();
    }
  }
}

TEST_CASE("any stone counts are allowed and the side to move is its own", "[game][position]") {
  Position p(15);
  p.put(Color::white, square("h8"));
  p.put(Color::white, square("h9"));
  CHECK(p.count(Color::white) == 2);
  CHECK(p.count(Color::black) == 0);
  CHECK(p.to_move() == Color::black);
  p.set_to_move(Color::white);
  CHECK(p.to_move() == Color::white);
  p.take(square("h8"));
  CHECK(p.at(square("h8")) == std::nullopt);
  CHECK(p.at(square("h9")) == Color::white);
  CHECK(p.to_move() == Color::white);
}

TEST_CASE("a square beyond the board is not empty", "[game][position]") {
  const Position p(5);
  CHECK(p.is_empty(square("e5")));
  CHECK_FALSE(p.is_empty(square("f1")));
  CHECK_FALSE(p.is_empty(square("a6")));
}

TEST_CASE("equality covers size, stones of each colour and the side to move", "[game][position]") {
  const Position p = position("h8", "a1");
  CHECK((p == position("h8", "a1")));
  CHECK_FALSE((p == position("a1", "h8")));
  CHECK_FALSE((p == position("h8", "a2")));
  CHECK_FALSE((p == position("h8", "a1", 15, Color::white)));
  CHECK_FALSE((p == position("h8", "a1", 14)));
}
