// The probability of a bit, learned as it is coded: spec/format.md, section 14.
//
// Unlike a BitModel (format/coding/bit_coder.hpp) it learns fast at first and slowly later, so that what is
// nearly certain costs nearly nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace fiveproof {

/// How often a bit was 1, which counts for less the longer ago it was.
class Odds {
 public:
  template <class Coder>
  bool code(Coder& coder, bool truth) {
    const bool bit = coder.code(std::clamp<std::uint32_t>(value_ >> 16, 1, 65535), truth);
    const std::uint32_t uses = value_ & 63;
    const std::int64_t odds = value_ >> 6, target = bit ? (1 << 26) - 1 : 0;
    const std::int64_t moved = odds + (((target - odds) * rates[uses]) >> 16);
    value_ = static_cast<std::uint32_t>(moved) << 6 | std::min(uses + 1, most_uses);
    return bit;
  }

 private:
  static constexpr std::uint32_t most_uses = 40;
  /// 1 / (uses + 1.5), in 1/65536.
  static constexpr std::array<std::int32_t, most_uses + 1> rates = [] {
    std::array<std::int32_t, most_uses + 1> rate{};
    for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = 131072 / (2 * static_cast<std::int32_t>(i) + 3);
    return rate;
  }();
  std::uint32_t value_ = std::uint32_t{1} << 31;  ///< in 1/2^26, and in 6 bits how often it was used
};

}  // namespace fiveproof
