// What was learned about how a line looks from a square: which moves win, and how hard a position is.
//
// A pattern is the eight squares around a square on one line, four on each side: own, blocked (the other
// side's stone, or off the board) or free. What a square is worth to a side is the sum over the four
// directions, for the patterns of both sides. The weights know nothing of where on the board a square is, of
// its size or of any position; mirrored patterns weigh the same. They were learned from proofs and searches
// of this program (tools/learn_patterns.cpp), and like every ordering they only say what is tried first:
// nothing becomes a win by them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "game/line_board.hpp"

namespace fiveproof::solve {

inline constexpr int pattern_count = 6561;  ///< 3 to the 8th

/// Nine bits around a square as the sum of their powers of three; the middle one does not count.
inline constexpr auto in_base_three = [] {
  std::array<std::int16_t, 512> sums{};
  for (unsigned bits = 0; bits < sums.size(); ++bits)
    for (unsigned k = 0, power = 1; k < 9; ++k) {
      if (k == 4) continue;
      if (bits >> k & 1) sums[bits] = static_cast<std::int16_t>(sums[bits] + static_cast<int>(power));
      power *= 3;
    }
  return sums;
}();

/// The number of a pattern, in [0, pattern_count); 0 when there is no stone and no edge.
[[nodiscard]] constexpr int pattern_of(const Neighbourhood& n) {
  constexpr int first = Neighbourhood::center - 4;
  return in_base_three[n.own >> first & 0x1FF] + 2 * in_base_three[n.blocked >> first & 0x1FF];
}
/// Are there own stones in the pattern? A threat needs some.
[[nodiscard]] constexpr bool has_stones(const Neighbourhood& n) {
  return (n.own >> (Neighbourhood::center - 4) & 0x1EF) != 0;
}

/// The same pattern from the other end of the line.
[[nodiscard]] constexpr int mirrored(int pattern) {
  int image = 0;
  for (int k = 0; k < 8; ++k, pattern /= 3) image = 3 * image + pattern % 3;
  return image;
}

/// Weights in hundredths of a bit. They are whole numbers, so that sums do not depend on their order and
/// images of a position weigh the same. `own`: the pattern is made by the side's stones; `other`: by those of
/// the other.
struct PatternWeights {
  std::int16_t move_own = 0, move_other = 0;  ///< for a move to the square
  std::int16_t toil_own = 0, toil_other = 0;  ///< for a free square, in the position's difficulty
};
inline constexpr int weights_per_bit = 100;
[[nodiscard]] const PatternWeights& weights_of(const Neighbourhood& n);
/// What difficulty starts with: a weight for the number of stones on the board.
[[nodiscard]] int toil_of_stones(int stones);

// -- as they are written down (solve/search/learned_weights.cpp, which is generated) --

struct LearnedWeights {
  std::int16_t pattern;  ///< the lesser number of two mirrored patterns
  PatternWeights weights;
};
[[nodiscard]] std::span<const LearnedWeights> learned_weights();
/// The weights for positions with 4, 6, 8 ... stones.
[[nodiscard]] std::span<const std::int16_t> learned_toil_of_stones();

}  // namespace fiveproof::solve
