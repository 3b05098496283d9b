// Texts in UTF-8, from the charset that somebody says they are in; and from UTF-8 into a charset.
//
// Neither fails on a text: each byte that is part of no character becomes U+FFFD, each character that the
// charset does not have becomes ?, and they are counted.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "convert/syntax/utf8.hpp"

namespace fiveproof::convert {

/// Decodes bytes of one charset to UTF-8.
class TextDecoder {
 public:
  /// `charset` may be any name that the C library's iconv knows. ErrorCode::usage for others.
  [[nodiscard]] static Result<TextDecoder> open(const std::string& charset);

  /// The text in UTF-8; adds to `invalid` the number of bytes that were replaced.
  [[nodiscard]] std::vector<std::uint8_t> decode(std::span<const std::uint8_t> text, std::uint64_t& invalid);

 private:
  friend class TextEncoder;

  struct Close {
    void operator()(void* descriptor) const;
  };
  /// From one charset to another, both names checked. ErrorCode::usage if iconv does not know one of them.
  [[nodiscard]] static Result<TextDecoder> between(const std::string& from, const std::string& to);
  explicit TextDecoder(void* descriptor) : descriptor_(descriptor) {}

  std::unique_ptr<void, Close> descriptor_;
};

/// Encodes UTF-8 as bytes of one charset, of which ASCII is a part.
class TextEncoder {
 public:
  /// `charset` may be any name that the C library's iconv knows. ErrorCode::usage for others, and for
  /// charsets that no file of ours can have: those in which ASCII is not what it is (UTF-16, JOHAB), and
  /// those that change between sets of characters (ISO-2022).
  [[nodiscard]] static Result<TextEncoder> open(const std::string& charset);

  /// The text in the charset. Characters that it does not have, or does not give back, are added to
  /// `unsayable`, each time that they come; a byte that is part of no character counts as U+FFFD.
  [[nodiscard]] std::vector<std::uint8_t> encode(std::span<const std::uint8_t> text,
                                                 std::vector<std::uint32_t>& unsayable);

 private:
  TextEncoder(TextDecoder to_charset, TextDecoder from_charset)
      : to_charset_(std::move(to_charset)), from_charset_(std::move(from_charset)) {}
  /// The bytes of a character in the charset; none if it does not have it.
  [[nodiscard]] const std::vector<std::uint8_t>& bytes_of(std::uint32_t sign,
                                                          std::span<const std::uint8_t> utf8);

  TextDecoder to_charset_, from_charset_;
  std::unordered_map<std::uint32_t, std::vector<std::uint8_t>> known_;
};

/// Is it a name of UTF-8?
[[nodiscard]] bool is_utf8_name(std::string_view charset);

/// The charsets that texts which name none may be in, those that fit best first; none where all is ASCII, or
/// nothing fits. UTF-8 alone if the texts are that; else those of CP932, EUC-KR, BIG5 and GB18030 in which
/// every byte is part of a character, and as many characters as in the best of them are what is written in
/// East Asia: kana, Han, Hangul, and full-wide signs. Bytes of one such charset often are some text in
/// another, too.
[[nodiscard]] std::vector<std::string> fitting_charsets(std::span<const std::span<const std::uint8_t>> texts);

/// The only charset of which every byte of a text is part of a character: UTF-8 if it is that, else one of
/// CP932, EUC-KR, BIG5 and GB18030; empty where none of these fits, or several do.
[[nodiscard]] std::string only_fitting_charset(std::span<const std::uint8_t> text);

/// The fact of a tree whose source can name a charset: the name, or nothing if the file has none. If the
/// games of a file differ, it has a line for each game.
inline constexpr const char* charset_fact = "charset";

}  // namespace fiveproof::convert
