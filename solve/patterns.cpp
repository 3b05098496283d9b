#include "solve/patterns.hpp"

#include <algorithm>

namespace fiveproof::solve {
namespace {

int mirrored(int pattern) {
  int image = 0;
  for (int k = 0; k < 8; ++k, pattern /= 3) image = 3 * image + pattern % 3;
  return image;
}

std::array<PatternWeights, pattern_count> spread_out() {
  std::array<PatternWeights, pattern_count> weights{};
  constexpr auto bits = [](std::int16_t hundredths) { return static_cast<float>(hundredths) / 100; };
  for (const LearnedWeights& w : learned_weights()) {
    const PatternWeights in_bits{bits(w.move_own), bits(w.move_other), bits(w.toil_own), bits(w.toil_other)};
    for (int pattern : {int{w.pattern}, mirrored(w.pattern)})
      weights[static_cast<std::size_t>(pattern)] = in_bits;
  }
  return weights;
}

}  // namespace

std::span<const PatternWeights, pattern_count> pattern_weights() {
  static const auto weights = spread_out();
  return weights;
}

float toil_of_stones(int stones) {
  const auto learned = learned_toil_of_stones();
  const int place = std::clamp((stones - 4) / 2, 0, static_cast<int>(learned.size()) - 1);
  return static_cast<float>(learned[static_cast<std::size_t>(place)]) / 100;
}

}  // namespace fiveproof::solve
