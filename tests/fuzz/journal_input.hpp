// A journal out of made-up bytes, whose outside is right: the header, lengths and checksums are put around
// what is made up, so that it reaches the code behind them.
//
// The input: one byte of Raw, then parts: length (2, little-endian), bytes. The last part ends where the
// input ends.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fiveproof::fuzz {

struct JournalInput {
  /// Which parts stand in the file as they are, as bits.
  enum Raw : std::uint8_t {
    header = 1,  ///< the first part, instead of the right header
    tail = 2,    ///< the last part
  };
  std::uint8_t raw = 0;
  std::vector<std::vector<std::uint8_t>> parts;  ///< all others: payloads
};

[[nodiscard]] JournalInput decode_journal_input(std::span<const std::uint8_t> data);
[[nodiscard]] std::vector<std::uint8_t> encode_journal_input(const JournalInput& input);

/// A journal, and where its entries are.
struct JournalFile {
  std::vector<std::uint8_t> bytes;
  /// The offset of each entry, and of what follows the last one.
  std::vector<std::size_t> offsets;
  bool has_right_header = true;
};
/// `header`: the right one, with its line feed.
[[nodiscard]] JournalFile journal_file(const JournalInput& input, std::string_view header);

}  // namespace fiveproof::fuzz
