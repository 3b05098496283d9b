// Damage to the file of a store, out of made-up bytes: to any byte, and to what LMDB follows.
#pragma once

#include <span>
#include <vector>

#include "tests/fuzz/byte_reader.hpp"

namespace fiveproof::fuzz {

struct ChangedFile {
  std::vector<std::uint8_t> bytes;
  int places = 0;  ///< that are not as they were: a number, a page, the end
};

/// `file` with the changes that the bytes name, twelve at most. require: pages of 4096 bytes.
[[nodiscard]] ChangedFile changed_file(std::span<const std::uint8_t> file, ByteReader& in);

}  // namespace fiveproof::fuzz
