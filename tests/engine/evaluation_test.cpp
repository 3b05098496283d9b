#include "engine/evaluation.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string_view>

#include "game/five.hpp"
#include "game/notation.hpp"

namespace fiveproof::engine {
namespace {

/// The shape of the stone g; X own, O the other's, _ empty, | off the board. g is the seventh of thirteen.
Shape shape_of(RuleSet rule, Color c, std::string_view drawing) {
  Neighbourhood n{0, 0};
  const auto middle = static_cast<int>(drawing.find('g'));
  for (int k = -6; k <= 6; ++k) {
    const int at = middle + k;
    const char cell =
        at < 0 || at >= static_cast<int>(drawing.size()) ? '_' : drawing[static_cast<std::size_t>(at)];
    if (cell == 'X') n.own |= 1u << (Neighbourhood::center + k);
    if (cell == 'O' || cell == '|') n.blocked |= 1u << (Neighbourhood::center + k);
  }
  return ShapeTable::of(rule, c).at(n);
}

TEST_CASE("shapes are named by what is missing for a five", "[engine]") {
  struct Case {
    std::string_view drawing;
    Shape freestyle, standard;
  };
  const Case cases[] = {
      {"XXXXg", Shape::five, Shape::five},
      {"OXXgXXO", Shape::five, Shape::five},
      {"XXXXgX", Shape::five, Shape::nothing},
      {"_XXgX_", Shape::straight_four, Shape::straight_four},
      {"OXXgX_", Shape::four, Shape::four},
      {"OXXg_XO", Shape::four, Shape::four},
      {"X_XgX_X", Shape::straight_four, Shape::straight_four},
      {"O_XXgX_X", Shape::straight_four, Shape::four},
      {"_XgX_", Shape::three, Shape::three},
      {"O_XgX_O", Shape::blocked_three, Shape::blocked_three},
      {"OXgX__", Shape::blocked_three, Shape::blocked_three},
      {"_X_gX_", Shape::three, Shape::three},
      {"__Xg__", Shape::two, Shape::two},
      {"OgX___", Shape::blocked_two, Shape::blocked_two},
      {"___g___", Shape::one, Shape::one},
      {"Og____", Shape::blocked_one, Shape::blocked_one},
      {"|g____", Shape::blocked_one, Shape::blocked_one},
      {"Og___O", Shape::nothing, Shape::nothing},
      {"O__g_O", Shape::nothing, Shape::nothing},
  };
  for (const Case& each : cases) {
    CAPTURE(each.drawing);
    CHECK(shape_of(RuleSet::freestyle, Color::black, each.drawing) == each.freestyle);
    CHECK(shape_of(RuleSet::standard, Color::white, each.drawing) == each.standard);
    CHECK(shape_of(RuleSet::renju, Color::black, each.drawing) == each.standard);
    CHECK(shape_of(RuleSet::renju, Color::white, each.drawing) == each.freestyle);
  }
}

void check_equal(const Evaluation& board, const Evaluation& fresh) {
  REQUIRE(board.empties() == fresh.empties());
  for (const Color c : {Color::black, Color::white}) {
    REQUIRE(board.total(c) == fresh.total(c));
    for (std::size_t m = 1; m < menace_count; ++m)
      REQUIRE(board.squares(c, static_cast<Menace>(m)) == fresh.squares(c, static_cast<Menace>(m)));
    for (const Square s : board.empties()) {
      REQUIRE(board.value(c, s) == fresh.value(c, s));
      REQUIRE(board.menace(c, s) == fresh.menace(c, s));
    }
  }
}

TEST_CASE("a board that was played on is like one that was set up", "[engine]") {
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard, RuleSet::renju);
  const int size = GENERATE(5, 15, 20);
  std::mt19937 random(7);
  Position position(size);
  Evaluation board(position, rule);
  std::vector<Square> played;
  for (int step = 0; step < 150; ++step) {
    const SquareSet empties = position.empties();
    if (!played.empty() && (random() % 3 == 0 || empties.empty())) {
      const Square s = played.back();
      played.pop_back();
      position.undo(s);
      board.take(position.to_move(), s);
    } else {
      std::vector<Square> squares(empties.begin(), empties.end());
      const Square s = squares[random() % squares.size()];
      board.put(position.to_move(), s);
      position.play(s);
      played.push_back(s);
    }
    if (step % 10 == 9) check_equal(board, Evaluation(position, rule));
    for (const Color c : {Color::black, Color::white})
      REQUIRE(board.squares(c, Menace::five) == five_squares(position, rule, c));
  }
}

}  // namespace
}  // namespace fiveproof::engine
