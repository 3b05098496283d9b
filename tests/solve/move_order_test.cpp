#include "solve/move_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/positions.hpp"

namespace fiveproof::solve {
namespace {

std::vector<Square> order(const char* moves, Ordering ordering = Ordering::attack) {
  return ordered_moves(after(moves), RuleSet::freestyle, Color::black, ordering);
}

std::size_t place(const std::vector<Square>& moves, const char* square) {
  const auto s = parse_square(square, 15).value();
  return static_cast<std::size_t>(std::find(moves.begin(), moves.end(), s) - moves.begin());
}

TEST_CASE("on an empty board the centre comes first", "[order]") {
  const auto moves = order("");
  REQUIRE(moves.size() == 225);
  CHECK(moves.front() == parse_square("h8", 15).value());
}

TEST_CASE("a square that makes an open three comes before one that makes nothing", "[order]") {
  const auto moves = order("h8 a1 i8 a15");
  CHECK(place(moves, "j8") < 6);
  CHECK(place(moves, "g8") < 6);
  CHECK(place(moves, "j8") < place(moves, "k12"));
}

TEST_CASE("only empty squares, each once", "[order]") {
  const Position p = after("h8 a1 i8 a15 c3 d4 j11");
  auto moves = ordered_moves(p, RuleSet::standard, Color::black, Ordering::attack_and_defence);
  for (Square s : moves) CHECK(p.is_empty(s));
  std::sort(moves.begin(), moves.end());
  CHECK(std::adjacent_find(moves.begin(), moves.end()) == moves.end());
}

TEST_CASE("what the defender would gain counts for more when it is asked for", "[order]") {
  // White's open two on the fourth rank; Black's stones are far away.
  const auto attack = order("n14 c4 o13 d4", Ordering::attack);
  const auto both = order("n14 c4 o13 d4", Ordering::attack_and_defence);
  CHECK(place(both, "e4") <= place(attack, "e4"));
}

// The same by trying every five squares in a row, one by one.
bool has_free_five(const Position& p, Color side) {
  const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (int x = 0; x < p.size(); ++x)
    for (int y = 0; y < p.size(); ++y)
      for (const auto& d : directions) {
        bool free = true;
        for (int k = 0; k < 5; ++k) {
          const int a = x + k * d[0];
          const int b = y + k * d[1];
          free = free && a >= 0 && b >= 0 && a < p.size() && b < p.size() &&
                 p.at(Square(a, b)) != opponent(side);
        }
        if (free) return true;
      }
  return false;
}

TEST_CASE("a side without a free line makes no five any more", "[order]") {
  std::mt19937 random(5);
  int dead = 0;
  for (int i = 0; i < 3000; ++i) {
    Position p(5 + static_cast<int>(random() % 2));
    for (int n = static_cast<int>(random() % static_cast<unsigned>(p.size() * p.size())); n > 0; --n) {
      const Square s(static_cast<int>(random() % static_cast<unsigned>(p.size())),
                     static_cast<int>(random() % static_cast<unsigned>(p.size())));
      if (p.is_empty(s)) p.put(random() % 2 == 0 ? Color::black : Color::white, s);
    }
    for (Color c : {Color::black, Color::white}) {
      CHECK(can_make_five(p, c) == has_free_five(p, c));
      dead += can_make_five(p, c) ? 0 : 1;
    }
  }
  CHECK(dead > 100);
}

TEST_CASE("all moves are all, the ordered ones first", "[order]") {
  const Position p = after("h8 a1 i8 a15");
  const auto some = ordered_moves(p, RuleSet::freestyle, Color::black, Ordering::attack);
  const auto all = all_moves(p, RuleSet::freestyle, Color::black, Ordering::attack);
  CHECK(all.size() == 221);
  CHECK(std::equal(some.begin(), some.end(), all.begin()));
  CHECK(std::set<Square>(all.begin(), all.end()).size() == 221);
}

}  // namespace
}  // namespace fiveproof::solve
