// Numbers out of made-up bytes; behind the last byte there are only zeros.
#pragma once

#include <cstdint>
#include <span>

namespace fiveproof::fuzz {

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return bytes_.empty(); }
  [[nodiscard]] std::uint8_t u8() {
    if (bytes_.empty()) return 0;
    const std::uint8_t value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
  }
  /// Little-endian.
  [[nodiscard]] std::uint16_t u16() {
    const unsigned low = u8();
    return static_cast<std::uint16_t>(low | static_cast<unsigned>(u8()) << 8);
  }
  /// As many as there are, at most `count`.
  [[nodiscard]] std::span<const std::uint8_t> take(std::size_t count) {
    const auto taken = bytes_.first(count < bytes_.size() ? count : bytes_.size());
    bytes_ = bytes_.subspan(taken.size());
    return taken;
  }
  [[nodiscard]] std::span<const std::uint8_t> rest() { return take(bytes_.size()); }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace fiveproof::fuzz
