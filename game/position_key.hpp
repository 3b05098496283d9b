// Keys for tables of positions in memory.
#pragma once

#include <string>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {

/// Equal for equal positions with the same side to move.
[[nodiscard]] inline std::string position_key(const Position& position) {
  const auto bytes = pack(position);
  std::string key(bytes.begin(), bytes.end());
  key.push_back(position.to_move() == Color::black ? 'b' : 'w');
  return key;
}

/// Equal for positions that are equal up to symmetry. Of a canonical position: its position_key().
[[nodiscard]] inline std::string symmetric_key(const Position& position) {
  return position_key(canonical_form(position).position);
}

}  // namespace fiveproof
