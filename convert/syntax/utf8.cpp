#include "convert/syntax/utf8.hpp"

#include "convert/syntax/bytes.hpp"

namespace fiveproof::convert {

std::size_t utf8_length(View text) {
  const std::uint8_t lead = text[0];
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  // Overlong forms, surrogates and what is beyond U+10FFFF show in the second byte.
  const std::uint8_t least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (text[1] < least || text[1] > most) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if ((text[i] & 0xC0) != 0x80) return 0;
  return length;
}

bool is_utf8(View text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text = text.subspan(length);
  }
  return true;
}

}  // namespace fiveproof::convert
