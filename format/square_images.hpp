// Squares as dense indices, under the eight symmetries, by table.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {

/// Per symmetry: `image[i]`, where the square of dense index i goes, and `source[i]`, where it comes from.
struct SquareImages {
  static constexpr int max_squares = max_board_size * max_board_size;
  std::array<std::array<std::uint16_t, max_squares>, Symmetry::count> image;
  std::array<std::array<std::uint16_t, max_squares>, Symmetry::count> source;

  /// require: is_board_size(size). Made once, for all sizes.
  [[nodiscard]] static const SquareImages& of(int size);
};

/// The stones of a position by side, the attacker's first, ascending.
using SideStones = std::array<std::vector<std::uint16_t>, 2>;

inline void append_stones(const Position& position, Color attacker, SideStones& out) {
  for (std::size_t side = 0; side < 2; ++side)
    for (Square s : position.stones(side == 0 ? attacker : opponent(attacker)))
      out[side].push_back(static_cast<std::uint16_t>(dense_index(s, position.size())));
}

}  // namespace fiveproof
