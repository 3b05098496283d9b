#include "tests/mutants/rules_only.hpp"

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
    if (rule == Rule::freestyle ? row >= 5 : row == 5) return true;
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
