// The text of solve/search/learned_weights.cpp.
#pragma once

#include <span>
#include <string>

#include "solve/search/patterns.hpp"

namespace fiveproof::tools {

/// The source that defines learned_weights() and learned_toil_of_stones() with these numbers, in lines of at
/// most 110 columns.
[[nodiscard]] std::string weights_source(std::span<const solve::LearnedWeights> weights,
                                         std::span<const std::int16_t> toil);

}  // namespace fiveproof::tools
