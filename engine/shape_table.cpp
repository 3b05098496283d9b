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
  static const ByFiveKind<ShapeTable> tables([](FiveKind kind) { return ShapeTable(kind); });
  return tables[five_kind(rule, c)];
}

// A key with one more own stone is a larger number, so that going down finds what each shape is made from.
ShapeTable::ShapeTable(FiveKind kind) {
  for (std::size_t key = row_keys; key-- > 0;) {
    const Row row = row_of(key);
    if (is_five(kind, run_of(row).length())) {
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
