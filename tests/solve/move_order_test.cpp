#include "solve/search/move_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "solve/search/patterns.hpp"
#include "tests/positions.hpp"

namespace fiveproof::solve {
namespace {

std::vector<Square> squares(const std::vector<RankedMove>& moves) {
  std::vector<Square> squares;
  for (const RankedMove& move : moves) squares.push_back(move.square);
  return squares;
}

std::vector<Square> order(const char* moves, Ordering ordering = Ordering::shapes) {
  return squares(ordered_moves(after(moves), RuleSet::freestyle, Color::black, ordering));
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
  auto moves = squares(ordered_moves(p, RuleSet::standard, Color::black, Ordering::shapes));
  for (Square s : moves) CHECK(p.is_empty(s));
  std::sort(moves.begin(), moves.end());
  CHECK(std::adjacent_find(moves.begin(), moves.end()) == moves.end());
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
  const auto some = squares(ordered_moves(p, RuleSet::freestyle, Color::black, Ordering::shapes));
  const auto all = squares(all_moves(p, RuleSet::freestyle, Color::black, Ordering::shapes));
  CHECK(all.size() == 221);
  CHECK(std::equal(some.begin(), some.end(), all.begin()));
  CHECK(std::set<Square>(all.begin(), all.end()).size() == 221);
}

TEST_CASE("what was learned finds the obvious", "[order]") {
  // An open three to make, an open three of the defender's to stop.
  const auto attack = order("h8 a1 i8 a15", Ordering::learned);
  CHECK(std::min(place(attack, "j8"), place(attack, "g8")) < 5);
  const auto defence = order("a1 h8 c3 h9 o15 h10", Ordering::learned);
  CHECK(std::min(place(defence, "h11"), place(defence, "h7")) < 5);
}

TEST_CASE("the shares of all moves make one, the best first", "[order]") {
  const Position p = after("h8 h9 i7 g8 j10");
  const auto moves = ordered_moves(p, RuleSet::freestyle, Color::black, Ordering::learned);
  double sum = 0;
  for (const RankedMove& move : moves) sum += std::exp2(-move.bits);
  CHECK(sum == Approx(1));
  CHECK(std::ranges::is_sorted(moves, {}, &RankedMove::bits));
}

TEST_CASE("images of a position have the same order and difficulty, on every board", "[order]") {
  for (int size : {9, 15, 19}) {
    Position p(size);
    for (int i = 0; i < 5; ++i) p.put(Color::black, Square(2 + i, (3 * i + 1) % size));
    for (int i = 0; i < 5; ++i) p.put(Color::white, Square((2 * i + 1) % size, 8 - i));
    const auto moves = ordered_moves(p, RuleSet::freestyle, Color::black, Ordering::learned);
    for (int k = 0; k < Symmetry::count; ++k) {
      Position image(size);
      for (Color c : {Color::black, Color::white})
        for (Square s : p.stones(c)) image.put(c, Symmetry(k).apply(s, size));
      CHECK(difficulty(image, Color::black) == difficulty(p, Color::black));
      const auto images = ordered_moves(image, RuleSet::freestyle, Color::black, Ordering::learned);
      REQUIRE(images.size() == moves.size());
      for (std::size_t i = 0; i < moves.size(); ++i) CHECK(images[i].bits == moves[i].bits);
    }
  }
}

TEST_CASE("a position that falls at once looks easier than one that resists", "[order]") {
  // Two stones side by side against two that are far away; one stone hemmed in.
  CHECK(difficulty(after("h8 a1 i9 o15"), Color::black) < difficulty(after("h8 h9 i8 g9"), Color::black));
}

TEST_CASE("a pattern is a number in base three, the square itself left out", "[order]") {
  constexpr auto bit = [](int steps) { return std::uint32_t{1} << (6 + steps); };
  CHECK(pattern_of({0, 0}) == 0);
  CHECK(pattern_of({bit(0), bit(6) | bit(-5)}) == 0);
  CHECK(pattern_of({bit(-4), 0}) == 1);
  CHECK(pattern_of({0, bit(-4)}) == 2);
  CHECK(pattern_of({bit(1), 0}) == 81);
  CHECK(pattern_of({bit(4), bit(-4)}) == 2187 + 2);
  CHECK_FALSE(has_stones({bit(0) | bit(5), bit(1)}));
  CHECK(has_stones({bit(-1), 0}));
}

TEST_CASE("mirrored patterns weigh the same", "[order]") {
  CHECK(mirrored(1) == 2187);
  int weighty = 0;
  for (std::uint32_t own = 0; own < 256; ++own)
    for (std::uint32_t blocked = 0; blocked < 256; ++blocked) {
      if ((own & blocked) != 0) continue;
      // The first of eight squares is the farthest on one side, then of the other.
      Neighbourhood n{};
      Neighbourhood image{};
      for (int k = 0; k < 8; ++k) {
        const int steps = k < 4 ? k - 4 : k - 3;
        const auto bit = [](std::uint32_t set, int square, int to) {
          return (set >> square & 1) << (6 + to);
        };
        n.own |= bit(own, k, steps);
        n.blocked |= bit(blocked, k, steps);
        image.own |= bit(own, k, -steps);
        image.blocked |= bit(blocked, k, -steps);
      }
      const PatternWeights& w = weights_of(n);
      CHECK(w.move_own == weights_of(image).move_own);
      CHECK(w.toil_other == weights_of(image).toil_other);
      CHECK(pattern_of(image) == mirrored(pattern_of(n)));
      weighty += w.move_own != 0 || w.move_other != 0 ? 1 : 0;
    }
  CHECK(weighty > 1000);
}

}  // namespace
}  // namespace fiveproof::solve
