// The logistic function and its inverse, in integers: the same numbers on every machine.
//
// A probability is in 1/65536; its stretched form is ln(p / (1 - p)) in 1/256, from -2815 to 2815, which is
// where 65536 p would round to 1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fiveproof {

class Logistic {
 public:
  static constexpr int most = 2815;

  constexpr Logistic() {
    // Euler's method for p' = p (1 - p). What it is off by does not matter, only that all do the same.
    std::uint64_t p = std::uint64_t{1} << 31;
    for (std::size_t x = 0; x <= most; ++x) {
      const auto here = static_cast<std::uint32_t>(p >> 16);
      squashed_[most + x] = here;
      squashed_[most - x] = 65536 - here;
      p += ((p >> 8) * ((std::uint64_t{1} << 32) - p)) >> 32;
    }
    std::size_t x = 0;
    for (std::size_t i = 0; i < stretched_.size(); ++i) {
      while (x < 2 * most && squashed_[x] < i * 16 + 8) ++x;
      stretched_[i] = static_cast<std::int16_t>(static_cast<int>(x) - most);
    }
  }

  /// In [1, 65535]. require: -most <= x <= most.
  [[nodiscard]] constexpr std::uint32_t squash(int x) const {
    return squashed_[static_cast<std::size_t>(x + most)];
  }
  /// Of p in 1/4096. require: p < 4096.
  [[nodiscard]] constexpr int stretch(std::uint32_t p) const { return stretched_[p]; }

 private:
  std::array<std::uint32_t, 2 * most + 1> squashed_{};
  std::array<std::int16_t, 4096> stretched_{};
};

inline constexpr Logistic logistic;
static_assert(logistic.squash(-Logistic::most) >= 1 && logistic.squash(Logistic::most) <= 65535);

}  // namespace fiveproof
