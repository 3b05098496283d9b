// Tables of where the eight symmetries take each square; squares are dense indices (dense_index()).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {

/// For one board size: `image[k][i]` is where symmetry k takes the square with dense index i.
struct SquareImages {
  static constexpr int max_squares = max_board_size * max_board_size;
  std::array<std::array<std::uint16_t, max_squares>, Symmetry::count> image;

  /// The table for a board of `size`; all are made once, when first asked for. require: is_board_size(size).
  [[nodiscard]] static const SquareImages& of(int size);
};

/// The stones of a position as dense indices in ascending order, first those of the
/// attacker, then the defender's.
using SideStones = std::array<std::vector<std::uint16_t>, 2>;

/// Appends the stones of a packed position to `out`. require: pack() has made it.
void append_stones(std::span<const std::uint8_t> packed, Color attacker, SideStones& out);

}  // namespace fiveproof
