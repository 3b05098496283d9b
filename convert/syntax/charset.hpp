// Texts in UTF-8, from the charset that somebody says they are in.
//
// Decoding never fails on a text: each byte that is part of no character becomes U+FFFD, and is counted.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace fiveproof::convert {

/// Is it UTF-8, ASCII included? Shortest forms only, no surrogates.
[[nodiscard]] bool is_utf8(std::span<const std::uint8_t> text);

/// Decodes bytes of one charset to UTF-8.
class TextDecoder {
 public:
  /// `charset` may be any name that the C library's iconv knows. ErrorCode::usage for others.
  [[nodiscard]] static Result<TextDecoder> open(const std::string& charset);

  /// The text in UTF-8; adds to `invalid` the number of bytes that were replaced.
  [[nodiscard]] std::vector<std::uint8_t> decode(std::span<const std::uint8_t> text, std::uint64_t& invalid);

 private:
  struct Close {
    void operator()(void* descriptor) const;
  };
  explicit TextDecoder(void* descriptor) : descriptor_(descriptor) {}

  std::unique_ptr<void, Close> descriptor_;
};

/// The charsets that texts which name none may be in, those that fit best first; none where all is ASCII, or
/// nothing fits. UTF-8 alone if the texts are that; else those of CP932, EUC-KR, BIG5 and GB18030 in which
/// every byte is part of a character, and as many characters as in the best of them are what is written in
/// East Asia: kana, Han, Hangul, and full-wide signs. Bytes of one such charset often are some text in
/// another, too.
[[nodiscard]] std::vector<std::string> fitting_charsets(std::span<const std::span<const std::uint8_t>> texts);

/// The fact of a tree whose source can name a charset: the name, or nothing if the file has none. If the
/// games of a file differ, it has a line for each game.
inline constexpr const char* charset_fact = "charset";

}  // namespace fiveproof::convert
