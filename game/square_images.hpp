// Squares as dense indices, under the eight symmetries, by table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {

/// Per symmetry: `image[i]`, where the square of dense index i goes.
struct SquareImages {
  static constexpr int max_squares = max_board_size * max_board_size;
  std::array<std::array<std::uint16_t, max_squares>, Symmetry::count> image;

  /// require: is_board_size(size). Made once, for all sizes.
  [[nodiscard]] static const SquareImages& of(int size);
};

/// The stones of a position by side, the attacker's first, ascending.
using SideStones = std::array<std::vector<std::uint16_t>, 2>;

/// Of a packed position. require: it was packed by us.
void append_stones(std::span<const std::uint8_t> packed, Color attacker, SideStones& out);

}  // namespace fiveproof
