#include "tests/mutants/rules_only.hpp"

#include "tests/game/literal_forbidden.hpp"
#include "tests/mutants/convert.hpp"

namespace fiveproof::mutants {
namespace {

int stones_beyond(const Grid& grid, int place, char colour, int dx, int dy) {
  int x = place / grid.size + dx;
  int y = place % grid.size + dy;
  int stones = 0;
  while (grid.is_inside(x, y) && grid.at(grid.place(x, y)) == colour) {
    ++stones;
    x += dx;
    y += dy;
  }
  return stones;
}

bool is_five_at(const Grid& grid, Rule rule, char colour, int place) {
  constexpr int steps[4][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}};
  for (const auto& [dx, dy] : steps) {
    const int row =
        1 + stones_beyond(grid, place, colour, dx, dy) + stones_beyond(grid, place, colour, -dx, -dy);
    const bool longer_counts = rule == Rule::freestyle || (rule == Rule::renju && colour == white);
    if (longer_counts ? row >= 5 : row == 5) return true;
  }
  return false;
}

}  // namespace

bool is_in_five(const Grid& grid, Rule rule, int place) {
  return grid.at(place) != empty && is_five_at(grid, rule, grid.at(place), place);
}

bool has_five(const Grid& grid, Rule rule, char colour) {
  for (int place = 0; place < grid.area(); ++place)
    if (grid.at(place) == colour && is_five_at(grid, rule, colour, place)) return true;
  return false;
}

bool makes_five(const Grid& grid, Rule rule, char colour, int place) {
  return grid.at(place) == empty && is_five_at(grid, rule, colour, place);
}

bool is_legal(const Grid& grid, Rule rule, char colour, int place) {
  if (place < 0 || place >= grid.area() || grid.at(place) != empty) return false;
  if (rule != Rule::renju || colour == white) return true;
  test::LiteralForbidden literal(to_position(grid, black));
  return literal.kind_of(Square(place / grid.size, place % grid.size)) == Forbidden::no;
}

bool is_over(const Grid& grid, Rule rule) {
  // In renju a row of six of Black's has ended the game, too: so has what is a five in free-style.
  const Rule for_black = rule == Rule::renju ? Rule::freestyle : rule;
  return has_five(grid, for_black, black) || has_five(grid, rule, white) || grid.is_full();
}

SmallestImage smallest_image(const Grid& grid) {
  SmallestImage best{image(grid, 0).cells, {0}};
  for (int symmetry = 1; symmetry < 8; ++symmetry) {
    std::string cells = image(grid, symmetry).cells;
    if (cells < best.cells) best = {cells, {}};
    if (cells == best.cells) best.symmetries.push_back(symmetry);
  }
  return best;
}

}  // namespace fiveproof::mutants
