// Numbers as little-endian bytes, as files have them: the one place that puts them together and takes them
// apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fiveproof::little_endian {

/// Adds the lowest `width` bytes of the number, the lowest first. require: width <= 8.
inline void put(std::vector<std::uint8_t>& out, std::uint64_t value, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
inline void put_u16(std::vector<std::uint8_t>& out, std::uint16_t value) { put(out, value, 2); }
inline void put_u32(std::vector<std::uint8_t>& out, std::uint32_t value) { put(out, value, 4); }
inline void put_u64(std::vector<std::uint8_t>& out, std::uint64_t value) { put(out, value, 8); }

/// Writes the number over as many bytes as these are. require: 8 at most.
inline void set(std::span<std::uint8_t> bytes, std::uint64_t value) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// The number of `width` bytes at `at`. require: there are so many, and no more than 8.
[[nodiscard]] inline std::uint64_t get(std::span<const std::uint8_t> bytes, std::size_t at,
                                       std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{bytes[at + i]} << (8 * i);
  return value;
}
[[nodiscard]] inline std::uint16_t get_u16(std::span<const std::uint8_t> bytes, std::size_t at) {
  return static_cast<std::uint16_t>(get(bytes, at, 2));
}
[[nodiscard]] inline std::uint32_t get_u32(std::span<const std::uint8_t> bytes, std::size_t at) {
  return static_cast<std::uint32_t>(get(bytes, at, 4));
}
[[nodiscard]] inline std::uint64_t get_u64(std::span<const std::uint8_t> bytes, std::size_t at) {
  return get(bytes, at, 8);
}

}  // namespace fiveproof::little_endian
