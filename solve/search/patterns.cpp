#include "solve/search/patterns.hpp"

#include <algorithm>

namespace fiveproof::solve {
namespace {

std::array<PatternWeights, pattern_count> spread_out() {
  std::array<PatternWeights, pattern_count> weights{};
  for (const LearnedWeights& w : learned_weights())
    for (int pattern : {int{w.pattern}, mirrored(w.pattern)})
      weights[static_cast<std::size_t>(pattern)] = w.weights;
  return weights;
}

}  // namespace

const PatternWeights& weights_of(const Neighbourhood& n) {
  static const auto weights = spread_out();
  return weights[static_cast<std::size_t>(pattern_of(n))];
}

int toil_of_stones(int stones) {
  const auto learned = learned_toil_of_stones();
  const int place = std::clamp((stones - 4) / 2, 0, static_cast<int>(learned.size()) - 1);
  return learned[static_cast<std::size_t>(place)];
}

}  // namespace fiveproof::solve
