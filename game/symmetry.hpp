// The eight symmetries of the square board, and canonical positions.
//
// A symmetry is a number in [0, 8): bit 0 mirrors the columns, bit 1 mirrors the rows, bit 2 then
// exchanges column and row. For a board of size n, with m = n - 1:
//
//   0 (x, y)        1 (m-x, y)      2 (x, m-y)      3 (m-x, m-y)
//   4 (y, x)        5 (y, m-x)      6 (m-y, x)      7 (m-y, m-x)
//
// where 5, for example, means: mirror the columns, giving (m-x, y), then exchange.
//
// 5 and 6 are the quarter turns and each other's inverse; the other six are their own inverse.
#pragma once

#include <vector>

#include "game/position.hpp"

namespace fiveproof {

class Symmetry {
 public:
  static constexpr int count = 8;

  constexpr Symmetry() = default;
  /// require: 0 <= number < 8.
  explicit constexpr Symmetry(int number) : number_(static_cast<std::uint8_t>(number)) {}
  [[nodiscard]] constexpr int number() const { return number_; }

  /// The symmetry that undoes this one.
  [[nodiscard]] Symmetry inverse() const;
  /// The symmetry that applies this one first, then `next`.
  [[nodiscard]] Symmetry then(Symmetry next) const;

  /// Where the symmetry takes `s`. require: `s` is on a board of `size`.
  [[nodiscard]] constexpr Square apply(Square s, int size) const {
    int x = s.column();
    int y = s.row();
    if (number_ & 1) x = size - 1 - x;
    if (number_ & 2) y = size - 1 - y;
    return (number_ & 4) ? Square(y, x) : Square(x, y);
  }
  [[nodiscard]] SquareSet apply(const SquareSet& set, int size) const;
  [[nodiscard]] Position apply(const Position& position) const;

  constexpr bool operator==(const Symmetry&) const = default;

 private:
  std::uint8_t number_ = 0;
};

/// A position in canonical form and the way there: `position == to_canonical.apply(source)`.
/// `to_canonical.inverse()` takes a square of it back.
struct Canonical {
  Position position;
  Symmetry to_canonical;
};

/// The smallest of the eight images. They are compared square by square in the order a1, a2, ..., b1, ...,
/// where empty < black < white, and the first difference decides. Of the symmetries that give the same image
/// the one with the smallest number is returned.
[[nodiscard]] Canonical canonical_form(const Position& position);

/// The order of canonical_form as a strict weak order on positions of one size. The
/// side to move is compared last.
[[nodiscard]] bool position_less(const Position& a, const Position& b);

/// The symmetries that map the position onto itself; number 0 is always among them.
[[nodiscard]] std::vector<Symmetry> automorphisms(const Position& position);

/// The smallest image of `s` under the symmetries of the position itself: moves that have it
/// in common are the same move.
[[nodiscard]] Square canonical_move(const Position& position, Square s);

}  // namespace fiveproof
