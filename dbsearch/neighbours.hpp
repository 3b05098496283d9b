// Windows of five along a line, as bits: which of them are filled, and which squares
// they join with a given one.
#pragma once

#include <bit>
#include <cstdint>

#include "dbsearch/threat.hpp"

namespace fiveproof::dbsearch {

/// A set of squares up to four steps from a square along one direction: bit 4 + k is the square k steps away.
using Steps = std::uint32_t;

[[nodiscard]] constexpr Steps step_bit(int k) { return 1u << (4 + k); }

/// The squares of windows, each given by its first square. Around a stone bit i is the window that begins 4 -
/// i squares before it (as in StoneTies), and bit 4 + k of the result is the square k steps away from it.
[[nodiscard]] constexpr Steps steps_in(std::uint32_t windows) {
  return windows | windows << 1 | windows << 2 | windows << 3 | windows << 4;
}
/// Which of the windows that hold the middle also hold the square k steps away.
[[nodiscard]] constexpr std::uint32_t windows_reaching(int k) { return k >= 0 ? 31u << k & 31u : 31u >> -k; }
/// The windows with stones: bit b is set where at least `least` (2, 3 or 4) of the bits [b, b + 5) of `own`
/// are set and none of `blocked` is.
[[nodiscard]] constexpr std::uint32_t windows_with(std::uint32_t own, std::uint32_t blocked, int least) {
  const std::uint32_t free = ~blocked;
  const std::uint32_t open = free & free >> 1 & free >> 2 & free >> 3 & free >> 4;
  // Five numbers of one bit are added at every place at once.
  const std::uint32_t o1 = own >> 1, o2 = own >> 2, o3 = own >> 3, o4 = own >> 4;
  const std::uint32_t ones = own ^ o1 ^ o2;
  const std::uint32_t twos_a = (own & o1) | (o2 & (own | o1));
  const std::uint32_t twos_b = (o3 & o4) | (ones & (o3 | o4));
  if (least == 2) return open & (twos_a | twos_b);
  if (least == 4) return open & twos_a & twos_b;
  return open & ((twos_a & twos_b) | ((twos_a | twos_b) & (ones ^ o3 ^ o4)));
}
/// The squares around the middle of a 13-bit word, as steps.
[[nodiscard]] constexpr Steps steps_of(std::uint32_t word) { return word >> (Threat::center - 4) & 511u; }

/// How many stones at least every threat up to that category rests on, in one window of five with its gain.
[[nodiscard]] constexpr int least_rest(int max_category) { return 4 - max_category; }

}  // namespace fiveproof::dbsearch
