// Texts as the bytes of files.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fiveproof::test {

[[nodiscard]] inline std::vector<std::uint8_t> bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

}  // namespace fiveproof::test
