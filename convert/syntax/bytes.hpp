// The bytes of files, and the same bytes as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fiveproof::convert {

using Bytes = std::vector<std::uint8_t>;
using View = std::span<const std::uint8_t>;

[[nodiscard]] inline std::string_view as_text(View bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
[[nodiscard]] inline View as_view(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Two digits, such as "0F".
[[nodiscard]] inline std::string hex(std::uint8_t byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {digits[byte >> 4], digits[byte & 15]};
}

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// What a text file in UTF-8 may begin with.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace fiveproof::convert
