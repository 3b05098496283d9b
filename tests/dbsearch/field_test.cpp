#include "dbsearch/field.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "game/five.hpp"
#include "game/notation.hpp"

using namespace fiveproof;
using namespace fiveproof::dbsearch;

namespace {

std::set<std::pair<int, int>> fours_of(const Field& field) {
  std::vector<Field::Four> fours;
  field.append_fours(0, fours);
  std::set<std::pair<int, int>> found;
  for (const auto& four : fours) found.insert({four.gain.number(), four.answer.number()});
  return found;
}

/// A four is a stone after which another square makes a five (free-style) in one window with it.
std::set<std::pair<int, int>> fours_by_looking(const Position& p) {
  std::set<std::pair<int, int>> found;
  for (int d = 0; d < direction_count; ++d)
    for (Square s : SquareSet::whole_board(p.size())) {
      std::vector<Square> empty;
      int stones = 0;
      for (int k = 0; k < 5; ++k) {
        const int x = s.column() + k * direction_dx[d];
        const int y = s.row() + k * direction_dy[d];
        if (x < 0 || y < 0 || x >= p.size() || y >= p.size()) break;
        const auto stone = p.at(Square(x, y));
        if (!stone) empty.emplace_back(x, y);
        if (stone == Color::white) ++stones;
      }
      if (stones == 3 && empty.size() == 2) {
        found.insert({empty[0].number(), empty[1].number()});
        found.insert({empty[1].number(), empty[0].number()});
      }
    }
  return found;
}

}  // namespace

TEST_CASE("words cut out of lines show the squares around, edges included", "[dbsearch]") {
  const int size = GENERATE(5, 9, 15, 20);
  std::mt19937 random(static_cast<unsigned>(size));
  LineBoard board(size);
  Position position(size);
  for (Square s : SquareSet::whole_board(size)) {
    const unsigned what = random() % 4;
    if (what > 1) continue;
    const Color c = what == 0 ? Color::black : Color::white;
    board.put(index_of(c), s);
    position.put(c, s);
  }
  for (Square s : SquareSet::whole_board(size))
    for (int d = 0; d < direction_count; ++d)
      for (int side = 0; side < 2; ++side) {
        const auto n = board.around(side, s, d);
        for (int k = -6; k <= 6; ++k) {
          const int x = s.column() + k * direction_dx[d];
          const int y = s.row() + k * direction_dy[d];
          const bool on_board = x >= 0 && y >= 0 && x < size && y < size;
          const auto stone = on_board ? position.at(Square(x, y)) : std::nullopt;
          const bool own = stone && index_of(*stone) == side;
          const bool blocked = !on_board || (stone && !own);
          REQUIRE((n.own >> (Threat::center + k) & 1) == own);
          REQUIRE((n.blocked >> (Threat::center + k) & 1) == blocked);
        }
      }
}

TEST_CASE("a field that gave up goes on when the stone is taken back", "[dbsearch]") {
  // Rows of three with room on both sides, so many that one more window is too many.
  Field field(20);
  std::vector<std::pair<Square, Field::Mark>> steps;
  for (int row = 0; row < 20; row += 2)
    for (int column : {2, 3, 4, 9, 10, 11, 15, 16, 17}) {
      if (field.overflowed()) break;
      steps.emplace_back(Square(column, row), field.mark());
      field.put_defender(Square(column, row));
    }
  REQUIRE(field.overflowed());
  field.take(Field::defender, steps.back().first, steps.back().second);
  CHECK_FALSE(field.overflowed());
  CHECK(field.window_count() == steps.back().second.windows);
  field.put_defender(steps.back().first);
  CHECK(field.overflowed());
}

TEST_CASE("a window that is full counts as a five through all its squares", "[dbsearch]") {
  // Such a window comes of a reply of several stones; whoever asks must see that the game is over.
  Field field(15);
  for (int column : {3, 4, 6, 7}) field.put_defender(Square(column, 7));
  SquareSet five, middle;
  middle.insert(Square(5, 7));
  for (int column = 3; column <= 7; ++column) five.insert(Square(column, 7));
  CHECK(field.defender_five_squares() == middle);
  field.put_defender(Square(5, 7));
  CHECK(field.defender_has_five_square());
  // The four in it that goes on to either side makes fives there, too.
  CHECK((five - field.defender_five_squares()).empty());
  field.put_attacker(Square(2, 7));
  field.put_attacker(Square(8, 7));
  CHECK(field.defender_has_five_square());
  CHECK(field.defender_five_squares() == five);
}

TEST_CASE("the field knows every four and five of the defender, whatever the order of stones", "[dbsearch]") {
  const int size = GENERATE(6, 9, 15, 20);
  std::mt19937 random(static_cast<unsigned>(100 + size));
  for (int round = 0; round < 40; ++round) {
    Field field(size);
    Position p(size);
    struct Step {
      Square square;
      Field::Mark before;
    };
    std::vector<Step> steps;
    const int stones = size * size / 3;
    for (int i = 0; i < stones && !field.overflowed(); ++i) {
      const Square s(static_cast<int>(random() % static_cast<unsigned>(size)),
                     static_cast<int>(random() % static_cast<unsigned>(size)));
      if (!p.is_empty(s)) continue;
      steps.push_back({s, field.mark()});
      if (random() % 3 == 0) {
        field.put_attacker(s);
        p.put(Color::black, s);
      } else {
        field.put_defender(s);
        p.put(Color::white, s);
      }
      if (random() % 4 == 0) {  // take it back and try another
        field.take(*p.at(s) == Color::black ? Field::attacker : Field::defender, s, steps.back().before);
        p.take(s);
        steps.pop_back();
      }
    }
    if (field.overflowed()) continue;
    CAPTURE(diagram(p));
    REQUIRE(fours_of(field) == fours_by_looking(p));
    if (!has_five(p, RuleSet::freestyle, Color::white)) {
      REQUIRE(field.defender_five_squares() == five_squares(p, RuleSet::freestyle, Color::white));
      REQUIRE(field.defender_has_five_square() == !field.defender_five_squares().empty());
    }
  }
}
