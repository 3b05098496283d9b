// Where, seen from one square, a threat can lie that rests on it.
#pragma once

#include <bit>
#include <cstdint>

#include "dbsearch/threat.hpp"

namespace fiveproof::dbsearch {

/// A set of squares up to four steps from a square along one direction: bit 4 + k is the square k steps away.
using Steps = std::uint32_t;

[[nodiscard]] constexpr Steps step_bit(int k) { return 1u << (4 + k); }

/// The squares of windows of five that hold the middle; bit i of `windows` is the window that begins 4 - i
/// squares before it (as in StoneTies).
[[nodiscard]] constexpr Steps steps_in(std::uint32_t windows) {
  return windows | windows << 1 | windows << 2 | windows << 3 | windows << 4;
}
/// Of the windows that hold the middle, those that hold the square k steps away.
[[nodiscard]] constexpr std::uint32_t windows_reaching(int k) { return k >= 0 ? 31u << k & 31u : 31u >> -k; }
/// The squares around the middle of a 13-bit word as steps.
[[nodiscard]] constexpr Steps steps_of(std::uint32_t word) { return word >> (Threat::center - 4) & 511u; }

/// Every threat rests on so many stones in one window of five with its gain, or on more.
[[nodiscard]] constexpr int least_rest(int max_category) { return 4 - max_category; }

}  // namespace fiveproof::dbsearch
