#include "engine/evaluation.hpp"

#include <algorithm>

#include "game/forbidden.hpp"

namespace fiveproof::engine {
namespace {

constexpr std::array<Color, 2> colors = {Color::black, Color::white};

/// By Shape. What forces a reply is worth much more than what does not (Chen & Wang, "Evaluation function");
/// a five and a straight four are seen by what they are, and their points only sort.
constexpr std::array<int, shape_count> points = {0, 1, 5, 6, 24, 28, 110, 120, 900, 4000};
/// On two lines more than twice as much as on one.
constexpr int points_of_double = 150;

template <class Shapes>
Menace menace_of(const Shapes& shapes) {
  int threes = 0, fours = 0;
  for (const Shape shape : shapes) {
    if (shape == Shape::five) return Menace::five;
    if (shape == Shape::straight_four) fours += 2;
    fours += shape == Shape::four;
    threes += shape == Shape::three;
  }
  if (fours >= 2) return Menace::straight_four;
  if (fours == 1) return threes > 0 ? Menace::four_three : Menace::four;
  if (threes >= 2) return Menace::double_three;
  return threes == 1 ? Menace::three : Menace::none;
}

}  // namespace

Evaluation::Evaluation(const Position& position, RuleSet rule)
    : rule_(rule),
      size_(position.size()),
      lines_(position, Color::black),
      tables_{&ShapeTable::of(rule, Color::black), &ShapeTable::of(rule, Color::white)},
      empties_(position.empties()) {
  for (const Square s : empties_) {
    for (const Color c : colors) enter(c, s);
    look_around(s);
  }
}

void Evaluation::put(Color c, Square s) {
  for (const Color each : colors) leave(each, s);
  empties_.erase(s);
  lines_.put(index_of(c), s);
  for (std::size_t d = 0; d < direction_count; ++d) look_along(s, d);
}

void Evaluation::take(Color c, Square s) {
  lines_.take(index_of(c), s);
  empties_.insert(s);
  for (const Color each : colors) enter(each, s);
  look_around(s);
  for (std::size_t d = 0; d < direction_count; ++d) look_along(s, d);
}

bool Evaluation::is_legal(Color c, Square s) const {
  return !has_forbidden_moves(rule_, c) || forbidden_on(BlackLines{lines_, 0}, s) == Forbidden::no;
}

/// The shapes of the empty squares on a line through `s` that a stone there can change.
void Evaluation::look_along(Square s, std::size_t direction) {
  const int dx = direction_dx[direction], dy = direction_dy[direction];
  for (int k = -row_radius; k <= row_radius; ++k) {
    const int x = s.column() + k * dx, y = s.row() + k * dy;
    if (k == 0 || x < 0 || y < 0 || x >= size_ || y >= size_ || !empties_.contains(Square(x, y))) continue;
    const Square near(x, y);
    for (const Color c : colors)
      set(c, near, at(c, near),
          tables_[side(c)]->at(lines_.around(index_of(c), near, static_cast<int>(direction))), direction);
  }
}

void Evaluation::look_around(Square s) {
  for (const Color c : colors)
    for (std::size_t d = 0; d < direction_count; ++d)
      set(c, s, at(c, s), tables_[side(c)]->at(lines_.around(index_of(c), s, static_cast<int>(d))), d);
}

void Evaluation::set(Color c, Square s, Cell& cell, Shape shape, std::size_t direction) {
  if (cell.shapes[direction] == shape) return;
  leave(c, s);
  cell.shapes[direction] = shape;
  int value = 0, large = 0;
  for (const Shape each : cell.shapes) {
    value += points[static_cast<std::size_t>(each)];
    large += each >= Shape::blocked_three;
  }
  if (large >= 2) value += points_of_double;
  cell.value = static_cast<std::int16_t>(std::min(value, 30'000));
  cell.menace = menace_of(cell.shapes);
  enter(c, s);
}

void Evaluation::enter(Color c, Square s) {
  const Cell& cell = at(c, s);
  totals_[side(c)] += cell.value;
  if (cell.menace != Menace::none) squares_[side(c)][static_cast<std::size_t>(cell.menace)].insert(s);
}

void Evaluation::leave(Color c, Square s) {
  const Cell& cell = at(c, s);
  totals_[side(c)] -= cell.value;
  if (cell.menace != Menace::none) squares_[side(c)][static_cast<std::size_t>(cell.menace)].erase(s);
}

}  // namespace fiveproof::engine
