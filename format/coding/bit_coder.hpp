// Binary arithmetic coding with adaptive probabilities (after Witten, Neal and Cleary 1987, without carries).
//
// A coder narrows an interval of 32-bit numbers, [low, high], by one bit at a time: the lower part, in
// proportion to the probability of a 1, stands for 1. Leading bytes on which both ends agree are written out.
// Encoder and decoder have the same interface, so that a model is written once for both:
//
//   bool bit = coder.code(probability, truth);     the decoder does not look at `truth`
//   bool bit = coder.code(model, truth);           as the model says, which learns
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace fiveproof {

/// The probability that a bit is 1, in 1/65536; it moves a sixteenth of the way towards what was seen.
class BitModel {
 public:
  /// In [15, 65521], so that neither bit is ever impossible.
  [[nodiscard]] std::uint32_t probability() const { return value_; }
  void learn(bool bit) {
    const unsigned more = value_ + ((65536u - value_) >> rate), less = value_ - (value_ >> rate);
    value_ = static_cast<std::uint16_t>(bit ? more : less);
  }

 private:
  // From 65521 on (65536 - value) >> 4 is 0, and below 16 value >> 4 is.
  static constexpr unsigned rate = 4;
  std::uint16_t value_ = 32768;
};

/// What is left of the numbers: [low, high]. Both coders narrow it in the same way.
class BitInterval {
 public:
  /// The last number that stands for 1.
  [[nodiscard]] std::uint32_t middle(std::uint32_t probability) const {
    return low_ + static_cast<std::uint32_t>((std::uint64_t{high_ - low_} * probability) >> 16);
  }
  void narrow(std::uint32_t middle, bool bit) {
    high_ = bit ? middle : high_;
    low_ = bit ? low_ : middle + 1;
  }
  [[nodiscard]] bool has_common_byte() const { return (low_ ^ high_) < (1u << 24); }
  /// Drops the leading byte, and returns it. require: has_common_byte()
  std::uint8_t shift() {
    const auto leading = static_cast<std::uint8_t>(high_ >> 24);
    low_ <<= 8;
    high_ = (high_ << 8) | 0xFF;
    return leading;
  }
  [[nodiscard]] std::uint32_t low() const { return low_; }
  /// One byte, and zeros after it, that lie within. require: low() > 0 and no common byte.
  [[nodiscard]] std::uint8_t last_byte() const { return static_cast<std::uint8_t>((low_ >> 24) + 1); }

 private:
  std::uint32_t low_ = 0, high_ = 0xFFFFFFFFu;
};

class BitEncoder {
 public:
  static constexpr bool is_decoder = false;
  bool code(BitModel& model, bool bit) {
    code(model.probability(), bit);
    model.learn(bit);
    return bit;
  }
  /// require: probability is in [1, 65535].
  bool code(std::uint32_t probability, bool bit) {
    interval_.narrow(interval_.middle(probability), bit);
    while (interval_.has_common_byte()) bytes_.push_back(interval_.shift());
    return bit;
  }
  /// The bytes of everything coded: no others stand for the same bits. Call once, at the end.
  [[nodiscard]] std::vector<std::uint8_t> finish() {
    if (interval_.low() > 0) bytes_.push_back(interval_.last_byte());
    // The decoder reads zeros beyond the end.
    while (!bytes_.empty() && bytes_.back() == 0) bytes_.pop_back();
    return std::move(bytes_);
  }

 private:
  BitInterval interval_;
  std::vector<std::uint8_t> bytes_;
};

/// Any bytes decode to something; what they decode to has to be checked, and that they end with it.
class BitDecoder {
 public:
  static constexpr bool is_decoder = true;
  explicit BitDecoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) value_ = (value_ << 8) | next();
  }
  bool code(BitModel& model, bool = false) {
    const bool bit = code(model.probability());
    model.learn(bit);
    return bit;
  }
  bool code(std::uint32_t probability, bool = false) {
    const std::uint32_t middle = interval_.middle(probability);
    const bool bit = value_ <= middle;
    interval_.narrow(middle, bit);
    for (; interval_.has_common_byte(); interval_.shift()) value_ = (value_ << 8) | next();
    return bit;
  }
  /// Are these the bytes that an encoder writes for the bits so far?
  [[nodiscard]] bool is_finished() const {
    if (!bytes_.empty() && bytes_.back() == 0) return false;
    const std::size_t shifted = at_ - 4;
    if (interval_.low() == 0) return bytes_.size() <= shifted;
    return bytes_.size() == shifted + 1 && bytes_.back() == interval_.last_byte();
  }

 private:
  std::uint32_t next() {
    const std::size_t at = at_++;
    return at < bytes_.size() ? bytes_[at] : 0;
  }

  BitInterval interval_;
  std::uint32_t value_ = 0;
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;  ///< of the next byte; zeros follow the last
};

}  // namespace fiveproof
