// What a stone makes along one line, by look-up: how many stones of its side are still missing for a five.
//
// After Chen & Wang 2004 and Piazza et al. 2021, whose patterns come down to one question that is asked again
// and again: what is the best that one more stone could make of it? The drawing has the stone g and others X;
// the empty squares that it needs are _.
//
//   five             X X X X g
//   straight four    two squares make a five         _ X X g X _
//   four             one does                        X X g X _
//   three            one makes a straight four       _ X g X _ _
//   blocked three    one makes a four                O X g X _ _
//   two              one makes a three               _ _ g X _ _
//   blocked two      one makes a blocked three       O g X _ _ _
//   one              one makes a two                 _ _ _ g _ _ _
//   blocked one      one makes a blocked two         O g _ _ _ _
//   nothing          no five holds the stone
#pragma once

#include <array>
#include <cstdint>

#include "game/five_kind.hpp"
#include "game/row_key.hpp"

namespace fiveproof::engine {

/// In ascending order of strength.
enum class Shape : std::uint8_t {
  nothing,
  blocked_one,
  one,
  blocked_two,
  two,
  blocked_three,
  three,
  four,
  straight_four,
  five
};
inline constexpr std::size_t shape_count = 10;

class ShapeTable {
 public:
  /// For what counts as a five of `c`; built once, shared, never changed. Forbidden points are no part of it.
  [[nodiscard]] static const ShapeTable& of(RuleSet rule, Color c);
  /// What the stone in the middle makes, which is taken as own whatever `own` says there.
  [[nodiscard]] Shape at(Neighbourhood n) const { return shapes_[row_key(n)]; }

 private:
  explicit ShapeTable(FiveKind kind);
  std::array<Shape, row_keys> shapes_{};
};

}  // namespace fiveproof::engine
