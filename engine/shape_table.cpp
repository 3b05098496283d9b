#include "engine/shape_table.hpp"

#include <algorithm>

namespace fiveproof::engine {
namespace {

/// The shape from which one more stone makes `next`.
constexpr Shape before(Shape next) {
  switch (next) {
    case Shape::five:
      return Shape::four;
    case Shape::straight_four:
      return Shape::three;
    case Shape::four:
      return Shape::blocked_three;
    case Shape::three:
      return Shape::two;
    case Shape::blocked_three:
      return Shape::blocked_two;
    case Shape::two:
      return Shape::one;
    case Shape::blocked_two:
      return Shape::blocked_one;
    case Shape::one:
    case Shape::blocked_one:
    case Shape::nothing:
      return Shape::nothing;
  }
  FIVEPROOF_ENSURE(false);
}

}  // namespace

const ShapeTable& ShapeTable::of(RuleSet rule, Color c) {
  static const ShapeTable five_or_more(false), exactly_five(true);
  return overline_wins(rule, c) ? five_or_more : exactly_five;
}

// A key with one more own stone is a larger number, so that going down finds what each shape is made from.
ShapeTable::ShapeTable(bool exactly_five) {
  for (std::size_t key = row_keys; key-- > 0;) {
    const Row row = row_of(key);
    const int length = run_of(row).length();
    if (length == 5 || (length > 5 && !exactly_five)) {
      shapes_[key] = Shape::five;
      continue;
    }
    Shape best = Shape::nothing;
    int fives = 0;
    std::size_t power = 1;
    for (std::size_t place = 0; place < row.size(); ++place) {
      if (place == row_radius) continue;
      if (row[place] == Cell::empty) {
        const Shape next = shapes_[key + power];
        fives += next == Shape::five;
        best = std::max(best, before(next));
      }
      power *= 3;
    }
    shapes_[key] = fives >= 2 ? Shape::straight_four : best;
  }
}

}  // namespace fiveproof::engine
