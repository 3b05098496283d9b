// Bytes as UTF-8: shortest forms only, no surrogates, nothing beyond U+10FFFF (RFC 3629).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fiveproof::convert {

/// The number of bytes of the character with which the text begins; 0 when it begins with none. require: it
/// is not empty.
[[nodiscard]] std::size_t utf8_length(std::span<const std::uint8_t> text);

/// Is it UTF-8, ASCII included?
[[nodiscard]] bool is_utf8(std::span<const std::uint8_t> text);

}  // namespace fiveproof::convert
