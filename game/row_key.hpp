// The ten squares around a square on one line as a number, for tables of what a stone makes there.
#pragma once

#include <array>
#include <cstdint>

#include "game/line_board.hpp"

namespace fiveproof {

/// How far to either side of the middle a key reaches.
inline constexpr int row_radius = 5;
inline constexpr std::size_t row_keys = 59049;  ///< 3 to the tenth

/// What stands on a square, seen from one side.
enum class Cell : std::uint8_t { empty, own, blocked };
/// The squares of a key with the one in the middle.
using Row = std::array<Cell, 2 * row_radius + 1>;

/// In [0, row_keys): the squares on either side of the middle, which does not count, as digits in base 3.
[[nodiscard]] inline std::size_t row_key(Neighbourhood n) {
  static constexpr auto digits = [] {
    std::array<std::uint16_t, 1024> sums{};
    for (std::size_t bits = 0; bits < sums.size(); ++bits)
      for (unsigned i = 0, power = 1; i < 2 * row_radius; ++i, power *= 3)
        if ((bits >> i & 1u) != 0) sums[bits] = static_cast<std::uint16_t>(sums[bits] + power);
    return sums;
  }();
  const auto beside_the_middle = [](std::uint32_t word) {
    return (word >> (Neighbourhood::center - row_radius) & 31u) | (word >> (Neighbourhood::center + 1) & 31u)
                                                                      << 5;
  };
  return digits[beside_the_middle(n.own)] + std::size_t{2} * digits[beside_the_middle(n.blocked)];
}

/// The squares of a key, and an own stone in the middle.
[[nodiscard]] inline Row row_of(std::size_t key) {
  Row row{};
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i == row_radius) {
      row[i] = Cell::own;
      continue;
    }
    row[i] = static_cast<Cell>(key % 3);
    key /= 3;
  }
  return row;
}

/// The first and the last place of the unbroken row of own stones through the middle.
struct Run {
  int first = row_radius, last = row_radius;
  [[nodiscard]] int length() const { return last - first + 1; }
  [[nodiscard]] bool contains(int place) const { return first <= place && place <= last; }
};
[[nodiscard]] inline Run run_of(const Row& row) {
  const auto is_own = [&row](int place) {
    return place >= 0 && place <= 2 * row_radius && row[static_cast<std::size_t>(place)] == Cell::own;
  };
  Run run;
  while (is_own(run.first - 1)) --run.first;
  while (is_own(run.last + 1)) ++run.last;
  return run;
}

}  // namespace fiveproof
