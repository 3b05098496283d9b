// A number for each stone, to be exclusive-ored into the key of a board (Zobrist 1970).
#pragma once

#include <array>
#include <cstdint>

#include "game/square.hpp"

namespace fiveproof {

/// By side and square; the same in every run. They are spread by splitmix64, and any others would do.
inline constexpr std::array<std::array<std::uint64_t, Square::count>, 2> stone_keys = [] {
  std::array<std::array<std::uint64_t, Square::count>, 2> keys{};
  std::uint64_t state = 0x9E3779B97F4A7C15u;
  for (auto& side : keys)
    for (auto& key : side) {
      std::uint64_t z = state += 0x9E3779B97F4A7C15u;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      key = z ^ (z >> 31);
    }
  return keys;
}();

}  // namespace fiveproof
