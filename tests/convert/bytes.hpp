// Bytes of files: as text, as hexadecimal digits, and damaged.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bytes_of.hpp"

namespace fiveproof::test {

using Bytes = std::vector<std::uint8_t>;

inline std::string text_of(std::span<const std::uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

/// "78 00" as two bytes.
inline Bytes from_hex(std::string_view text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += text[i] == ' ' ? 1 : 2)
    if (text[i] != ' ')
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(std::string(text.substr(i, 2)), nullptr, 16)));
  return bytes;
}

/// With one to `most` characters of `alphabet` put in place of others or between them, or with others gone.
inline std::string damaged(std::string text, std::mt19937& random, std::size_t most,
                           std::string_view alphabet) {
  for (std::size_t changes = 1 + random() % most; changes > 0; --changes) {
    const std::size_t place = random() % text.size();
    const char c = alphabet[random() % alphabet.size()];
    const auto how = random() % 3;
    if (how == 0)
      text[place] = c;
    else if (how == 1)
      text.insert(place, 1, c);
    else
      text.erase(place, 1);
  }
  return text;
}

}  // namespace fiveproof::test
