// Predicts a bit from many contexts at once, by logistic mixing (after Mahoney's PAQ).
//
// Each context has a slot, which remembers how often the bit was 1 there. The predictions of the slots are
// added, in their stretched form, with weights that are learned, one for each place in the list of contexts.
// Two sets of weights, chosen by what the caller thinks tells most, predict side by side; the mean is coded.
//
// Integers throughout; spec/format.md says the same in other words.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "format/coding/logistic.hpp"

namespace fiveproof {

/// A number of some values: others mostly make another one.
template <class... Value>
[[nodiscard]] constexpr std::uint32_t hash_of(Value... values) {
  std::uint32_t hash = 0;
  const auto take = [&hash](std::uint32_t value) {
    hash = (hash + value + 1) * 0x2C1B3C6Du;
    hash ^= hash >> 12;
  };
  (take(static_cast<std::uint32_t>(values)), ...);
  return hash;
}

class Mixer {
 public:
  static constexpr std::size_t max_inputs = 10;

  /// 2^slot_bits slots. Contexts may share one.
  Mixer(unsigned slot_bits, std::size_t sets)
      : shift_(32 - slot_bits), slots_(std::size_t{1} << slot_bits, Slot{}), sets_(sets) {}

  /// Fetches the slots of contexts in which a bit will be asked for, as they lie anywhere. It is inline in
  /// any case: GCC takes a function that does nothing else for one without an effect, and drops the call.
  template <std::size_t n>
  [[gnu::always_inline]] void expect(const std::array<std::uint32_t, n>& contexts) const {
    for (const std::uint32_t context : contexts)
      __builtin_prefetch(&slots_[(context * 0x9E3779B1u) >> shift_]);
  }
  /// `contexts` are hashes that say, too, to what question they belong and at which place they stand.
  template <class Coder, std::size_t n>
  bool code(Coder& coder, const std::array<std::uint32_t, n>& contexts, std::size_t first_set,
            std::size_t second_set, bool truth) {
    static_assert(n <= max_inputs);
    std::array<Input, n> inputs;
    Weights &first = sets_[first_set], &second = sets_[second_set];
    std::int64_t first_sum = 0, second_sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      Slot& slot = slots_[(contexts[i] * 0x9E3779B1u) >> shift_];
      const Input input{&slot, logistic.stretch(slot.probability() >> 10), i};
      first_sum += first.opinion(input);
      second_sum += second.opinion(input);
      inputs[i] = input;
    }
    const int first_mean = stretched(first_sum), second_mean = stretched(second_sum);
    const bool bit = coder.code(logistic.squash((first_mean + second_mean) >> 1), truth);
    const std::int64_t first_step = first.step(first_mean, bit), second_step = second.step(second_mean, bit);
    for (const Input& input : inputs) {
      first.learn(input, first_step);
      second.learn(input, second_step);
      input.slot->learn(bit);
    }
    return bit;
  }

 private:
  /// The probability that the bit is 1, in 1/2^22, and how often it was seen, up to a limit.
  class Slot {
   public:
    static constexpr std::uint32_t most_uses = 20;
    [[nodiscard]] std::uint32_t probability() const { return value_ >> 10; }
    [[nodiscard]] std::uint32_t uses() const { return value_ & 1023; }
    void learn(bool bit) {
      const auto p = static_cast<std::int32_t>(probability());
      const std::int32_t target = bit ? (1 << 22) - 1 : 0;
      const std::int64_t step = (std::int64_t{target - p} * rates[uses()]) >> 16;
      value_ = static_cast<std::uint32_t>(p + step) << 10 | std::min(uses() + 1, most_uses);
    }

   private:
    /// 1 / (uses + 1.5), in 1/65536.
    static constexpr std::array<std::int32_t, most_uses + 1> rates = [] {
      std::array<std::int32_t, most_uses + 1> rate{};
      for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = 131072 / (2 * static_cast<std::int32_t>(i) + 3);
      return rate;
    }();
    std::uint32_t value_ = std::uint32_t{1} << 31;
  };

  struct Input {
    Slot* slot;
    int stretched;
    std::size_t weight;  ///< its place
  };

  /// How much the opinion of each context counts, in 1/65536.
  class Weights {
   public:
    Weights() { weight_.fill(at_first); }
    [[nodiscard]] std::int64_t opinion(const Input& input) const {
      return std::int64_t{input.stretched} * weight_[input.weight];
    }
    /// How far to go for what came instead of what was said.
    std::int64_t step(int said, bool bit) {
      const std::int64_t off = (bit ? 65536 : 0) - static_cast<std::int64_t>(logistic.squash(said));
      const std::int64_t step = off * rates[uses_];
      uses_ = std::min(uses_ + 1, most_uses);
      return step;
    }
    void learn(const Input& input, std::int64_t step) {
      std::int32_t& weight = weight_[input.weight];
      const std::int64_t moved = weight + ((input.stretched * step + (1 << 17)) >> 18);
      weight = static_cast<std::int32_t>(std::clamp<std::int64_t>(moved, -most, most));
    }

   private:
    static constexpr std::uint32_t most_uses = 640;
    static constexpr std::array<std::int8_t, most_uses + 1> rates = [] {
      std::array<std::int8_t, most_uses + 1> rate{};
      for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = static_cast<std::int8_t>(10 + 640 / (16 + i));
      return rate;
    }();
    static constexpr std::int32_t at_first = 12288, most = 1 << 20;
    std::uint32_t uses_ = 0;
    std::array<std::int32_t, max_inputs> weight_;
  };

  static int stretched(std::int64_t sum) {
    return static_cast<int>(std::clamp<std::int64_t>(sum >> 16, -Logistic::most, Logistic::most));
  }

  unsigned shift_;
  std::vector<Slot> slots_;
  std::vector<Weights> sets_;
};

}  // namespace fiveproof
