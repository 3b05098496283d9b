#include "base/visible.hpp"

namespace fiveproof {
namespace {

/// A character of UTF-8; no bytes: what stands there is none.
struct Character {
  std::size_t bytes = 0;
  char32_t code = 0;
};

Character first_character(std::string_view text) {
  const auto byte = [text](std::size_t i) { return i < text.size() ? text[i] & 0xFFu : 0u; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t bytes = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  char32_t code = lead & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  const bool is_overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool is_none = (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF;
  return is_overlong || is_none ? Character{} : Character{bytes, code};
}

/// Would a terminal do something else than show it: control characters, ends of lines, turns of direction?
bool is_obeyed(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200E && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string visible(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::string_view piece = text.substr(0, character.bytes == 0 ? 1 : character.bytes);
    text.remove_prefix(piece.size());
    if (character.bytes > 0 && !is_obeyed(character.code)) {
      out += piece;
      continue;
    }
    for (const char c : piece) {
      out += "\\x";
      out += digits[(c & 0xFF) >> 4];
      out += digits[c & 15];
    }
  }
  return out;
}

}  // namespace fiveproof
