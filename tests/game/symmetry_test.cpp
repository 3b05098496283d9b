#include "game/symmetry.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "game/notation.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;
using fiveproof::test::asymmetric_positions;
using fiveproof::test::position;
using fiveproof::test::square;

namespace {

std::vector<Symmetry> all_symmetries() {
  std::vector<Symmetry> all;
  for (int i = 0; i < Symmetry::count; ++i) all.emplace_back(i);
  return all;
}

/// The order of positions in the words of the header, square by square.
int obvious_compare(const Position& a, const Position& b) {
  for (int x = 0; x < a.size(); ++x)
    for (int y = 0; y < a.size(); ++y) {
      const auto digit = [&](const Position& p) {
        const auto stone = p.at(Square(x, y));
        return !stone ? 0 : *stone == Color::black ? 1 : 2;
      };
      if (digit(a) != digit(b)) return digit(a) - digit(b);
    }
  return 0;
}

}  // namespace

TEST_CASE("the eight symmetries are those of the table in the header", "[game][symmetry]") {
  const int size = GENERATE(5, 6, 15, 20);
  const int m = size - 1;
  for (Square s : SquareSet::whole_board(size)) {
    const int x = s.column();
    const int y = s.row();
    const Square table[8] = {Square(x, y), Square(m - x, y), Square(x, m - y), Square(m - x, m - y),
                             Square(y, x), Square(y, m - x), Square(m - y, x), Square(m - y, m - x)};
    for (int i = 0; i < Symmetry::count; ++i)
      if (Symmetry(i).apply(s, size) != table[i]) FAIL(size << " " << i << " " << to_text(s));
  }
  SUCCEED();
}

TEST_CASE("the eight symmetries are different", "[game][symmetry]") {
  for (const Position& p : asymmetric_positions()) {
    std::set<std::string> images;
    for (Symmetry s : all_symmetries()) images.insert(diagram(s.apply(p)));
    CHECK(images.size() == 8);
  }
}

TEST_CASE("each symmetry is undone by its inverse, on squares, sets and positions", "[game][symmetry]") {
  for (Symmetry s : all_symmetries()) {
    CAPTURE(s.number());
    CHECK(s.inverse().inverse() == s);
    CHECK(s.then(s.inverse()) == Symmetry(0));
    CHECK(s.inverse().then(s) == Symmetry(0));
    for (const Position& p : asymmetric_positions()) {
      CHECK((s.inverse().apply(s.apply(p)) == p));
      CHECK((s.apply(s.inverse().apply(p)) == p));
      for (Square q : SquareSet::whole_board(p.size()))
        if (s.inverse().apply(s.apply(q, p.size()), p.size()) != q) FAIL(to_text(q));
      const auto& black = p.stones(Color::black);
      CHECK(s.inverse().apply(s.apply(black, p.size()), p.size()) == black);
    }
  }
  // The quarter turns are the two that are not their own inverse.
  for (Symmetry s : all_symmetries()) CHECK((s.inverse() == s) == (s.number() != 5 && s.number() != 6));
}

TEST_CASE("then() is first the one and then the other, for all 64 pairs", "[game][symmetry]") {
  for (Symmetry first : all_symmetries())
    for (Symmetry next : all_symmetries()) {
      CAPTURE(first.number(), next.number());
      const Symmetry both = first.then(next);
      CHECK(both.number() < Symmetry::count);
      for (int size : {5, 6, 15})
        for (Square s : SquareSet::whole_board(size))
          if (both.apply(s, size) != next.apply(first.apply(s, size), size)) FAIL(to_text(s));
      for (const Position& p : asymmetric_positions()) CHECK((both.apply(p) == next.apply(first.apply(p))));
    }
}

TEST_CASE("an image keeps colours, size and the side to move", "[game][symmetry]") {
  for (const Position& p : asymmetric_positions())
    for (Symmetry s : all_symmetries()) {
      const Position image = s.apply(p);
      CHECK(image.size() == p.size());
      CHECK(image.to_move() == p.to_move());
      for (Square q : SquareSet::whole_board(p.size()))
        if (image.at(s.apply(q, p.size())) != p.at(q)) FAIL(s.number() << " " << to_text(q));
    }
}

TEST_CASE("the canonical form is the smallest image and says how it was reached", "[game][symmetry]") {
  std::mt19937 random(5);
  auto positions = asymmetric_positions();
  for (int size : {5, 8, 15, 20})
    for (int percent : {1, 5, 30, 100})
      for (int round = 0; round < 5; ++round)
        positions.push_back(test::random_position(size, percent, random));
  for (const Position& p : positions) {
    CAPTURE(diagram(p));
    const Canonical canonical = canonical_form(p);
    CHECK((canonical.to_canonical.apply(p) == canonical.position));
    int smallest_number = -1;
    for (Symmetry s : all_symmetries()) {
      const Position image = s.apply(p);
      CHECK(obvious_compare(canonical.position, image) <= 0);
      if (smallest_number < 0 && image == canonical.position) smallest_number = s.number();
    }
    CHECK(canonical.to_canonical.number() == smallest_number);
    CHECK((canonical_form(canonical.position).position == canonical.position));
    CHECK(canonical_form(canonical.position).to_canonical == Symmetry(0));
  }
}

TEST_CASE("the eight images of a position have one canonical form", "[game][symmetry]") {
  std::mt19937 random(6);
  auto positions = asymmetric_positions();
  for (int round = 0; round < 40; ++round)
    positions.push_back(test::random_position(5 + round % 16, 15, random));
  for (const Position& p : positions) {
    const Position canonical = canonical_form(p).position;
    for (Symmetry s : all_symmetries()) {
      CAPTURE(diagram(p), s.number());
      CHECK((canonical_form(s.apply(p)).position == canonical));
    }
  }
}

TEST_CASE("canonical forms of positions that differ are different", "[game][symmetry]") {
  CHECK_FALSE(
      (canonical_form(position("h8", "a1")).position == canonical_form(position("a1", "h8")).position));
  CHECK_FALSE((canonical_form(position("h8", "a1")).position ==
               canonical_form(position("h8", "a1", 15, Color::white)).position));
  CHECK((canonical_form(position("h8", "a1")).position == canonical_form(position("h8", "o15")).position));
  CHECK_FALSE(
      (canonical_form(position("h8 h9", "")).position == canonical_form(position("h8 i9", "")).position));
}

// Two published solvers had this wrong: the move of a stored position must come back through the inverse
// of the symmetry that led to it, and for the quarter turns that is another symmetry.
TEST_CASE("a stored move is mapped back through the right inverse for all eight images", "[game][symmetry]") {
  for (const Position& source : asymmetric_positions()) {
    REQUIRE(automorphisms(source).size() == 1);
    std::set<int> used;
    for (Square move : source.empties()) {
      // Store: the canonical position and the move in its orientation.
      const Canonical stored = canonical_form(source);
      const Square stored_move = stored.to_canonical.apply(move, source.size());
      for (Symmetry turn : all_symmetries()) {
        // Meet the position in another orientation and look the move up.
        const Position met = turn.apply(source);
        const Canonical canonical = canonical_form(met);
        if (!(canonical.position == stored.position)) FAIL("not found");
        const Square found = canonical.to_canonical.inverse().apply(stored_move, met.size());
        used.insert(canonical.to_canonical.number());
        if (found != turn.apply(move, met.size()))
          FAIL(diagram(met) << "turn " << turn.number() << ": expected "
                            << to_text(turn.apply(move, met.size())) << ", found " << to_text(found));
        if (!met.is_empty(found)) FAIL("occupied");
        // And the position after the move is the same turn of the same position.
        Position after = source;
        after.play(move);
        Position met_after = met;
        met_after.play(found);
        if (!(turn.apply(after) == met_after)) FAIL("another position after the move");
      }
    }
    CHECK(used.size() == 8);  // each symmetry was on the way once
  }
}

TEST_CASE("in a symmetric position a move comes back up to the position's own symmetries",
          "[game][symmetry]") {
  for (const Position& source :
       {Position(15), position("h8", ""), position("h8", "h9"), position("h8", "a1"),
        position("a1 b2", "c3", 6), position("g8 i8", "h7 h9"), position("b2 d4", "b4 d2", 5)})
    for (Square move : source.empties()) {
      const Canonical stored = canonical_form(source);
      const Square stored_move =
          canonical_move(stored.position, stored.to_canonical.apply(move, source.size()));
      for (Symmetry turn : all_symmetries()) {
        const Position met = turn.apply(source);
        const Canonical canonical = canonical_form(met);
        const Square found = canonical.to_canonical.inverse().apply(stored_move, met.size());
        if (canonical_move(met, found) != canonical_move(met, turn.apply(move, met.size())))
          FAIL(diagram(met) << to_text(move) << " came back as " << to_text(found));
      }
    }
  SUCCEED();
}

TEST_CASE("the order of positions is that of their squares, then the side to move", "[game][symmetry]") {
  std::mt19937 random(7);
  std::vector<Position> positions;
  for (int i = 0; i < 60; ++i) positions.push_back(test::random_position(5, 4 * (i % 10), random));
  for (const Position& a : positions)
    for (const Position& b : positions) {
      const int order = obvious_compare(a, b);
      const bool expected =
          order < 0 || (order == 0 && a.to_move() == Color::black && b.to_move() == Color::white);
      if (position_less(a, b) != expected) FAIL(diagram(a) << diagram(b));
    }
  // a1 decides before b1; empty < black < white.
  CHECK(position_less(position("b1", ""), position("a1", "")));
  CHECK(position_less(position("a2", ""), position("a1", "")));
  CHECK(position_less(position("b1", ""), position("a15", "")));
  CHECK(position_less(position("a1", ""), position("", "a1")));
}

TEST_CASE("automorphisms are the symmetries that change nothing", "[game][symmetry]") {
  const auto numbers = [](const Position& p) {
    std::vector<int> found;
    for (Symmetry s : automorphisms(p)) found.push_back(s.number());
    return found;
  };
  CHECK(numbers(Position(15)) == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(numbers(position("h8", "")) == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(numbers(position("h8", "h9")) == std::vector<int>{0, 1});
  CHECK(numbers(position("h8", "i8")) == std::vector<int>{0, 2});
  CHECK(numbers(position("g8 i8", "")) == std::vector<int>{0, 1, 2, 3});
  CHECK(numbers(position("h8", "a1")) == std::vector<int>{0, 4});
  CHECK(numbers(position("h8", "a15")) == std::vector<int>{0, 7});
  CHECK(numbers(position("g8", "i8")) == std::vector<int>{0, 2});
  // A pinwheel has the four turns and no mirror.
  CHECK(numbers(position("b1 e2 d5 a4", "", 5)) == std::vector<int>{0, 3, 5, 6});
  for (const Position& p : asymmetric_positions()) CHECK(numbers(p) == std::vector<int>{0});
}

TEST_CASE("two moves are the same move when the position's own symmetries join them", "[game][symmetry]") {
  CHECK(canonical_move(Position(15), square("o15")) == square("a1"));
  CHECK(canonical_move(Position(15), square("h8")) == square("h8"));
  CHECK(canonical_move(position("h8", ""), square("j9")) == square("f7"));
  CHECK(canonical_move(position("h8", "h9"), square("o3")) == square("a3"));
  CHECK(canonical_move(position("h8", "h9"), square("a3")) == square("a3"));
  CHECK(canonical_move(position("h8", "a1"), square("c2")) == square("b3"));
  // The pinwheel turns a1 to every corner, but b1 (a stone) never to a2.
  const Position pinwheel = position("b1 e2 d5 a4", "", 5);
  for (const char* corner : {"a1", "a5", "e1", "e5"})
    CHECK(canonical_move(pinwheel, square(corner)) == square("a1"));
  CHECK(canonical_move(pinwheel, square("a2")) == square("a2"));
  CHECK(canonical_move(pinwheel, square("b1")) == square("a4"));
  for (const Position& p : asymmetric_positions())
    for (Square s : p.empties())
      if (canonical_move(p, s) != s) FAIL(to_text(s));
}
