// Bytes put together and taken apart. Numbers are big-endian here: entries on disk are compared as bytes, and
// so come in the order of the numbers. Those of files are little-endian: base/little_endian.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fiveproof {

inline void put_bytes(std::vector<std::uint8_t>& out, std::span<const std::uint8_t> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

inline void put_number(std::vector<std::uint8_t>& out, std::uint64_t value, int width) {
  for (int shift = (width - 1) * 8; shift >= 0; shift -= 8)
    out.push_back(static_cast<std::uint8_t>(value >> shift));
}

/// Takes numbers and bytes from the front; once something is missing, all further answers are 0 or empty.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  std::uint64_t number(int width) {
    std::uint64_t value = 0;
    for (std::uint8_t byte : bytes(static_cast<std::size_t>(width))) value = value << 8 | byte;
    return value;
  }
  std::span<const std::uint8_t> bytes(std::size_t count) {
    if (count > rest_.size()) {
      is_short_ = true;
      rest_ = {};
      return {};
    }
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  [[nodiscard]] bool is_short() const { return is_short_; }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

 private:
  std::span<const std::uint8_t> rest_;
  bool is_short_ = false;
};

}  // namespace fiveproof
