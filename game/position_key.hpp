// Exact keys for tables of positions in memory: two different positions never have the same.
#pragma once

#include <string>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {

/// A key that is equal for equal positions with the same side to move.
[[nodiscard]] inline std::string position_key(const Position& position) {
  const auto bytes = pack(position);
  std::string key(bytes.begin(), bytes.end());
  key.push_back(position.to_move() == Color::black ? 'b' : 'w');
  return key;
}

/// A key that is equal for positions that are equal up to symmetry. For a canonical
/// position it is position_key().
[[nodiscard]] inline std::string symmetric_key(const Position& position) {
  return position_key(canonical_form(position).position);
}

}  // namespace fiveproof
