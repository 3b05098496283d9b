// One zstd frame as RFC 8878 has it. What it holds JavaScript unpacks; how long it is and what it says of
// itself is looked at here, so that damage has a place.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace fiveproof::page {

struct ZstdFrame {
  bool has_magic = false;                      ///< without it nothing else is known
  bool is_whole = false;                       ///< false: the bytes end before it does
  std::uint64_t bytes = 0;                     ///< from the magic number to its end, if it is whole
  std::optional<std::uint64_t> content_bytes;  ///< if it says so
  std::uint64_t most_content_bytes = 0;        ///< that its blocks can hold
  std::uint64_t window_bytes = 0;
  bool has_dictionary = false;
  std::optional<std::uint32_t> checksum;  ///< the low half of content_checksum(), if it has one
};

/// What stands at the beginning of the bytes.
[[nodiscard]] ZstdFrame zstd_frame_of(std::span<const std::uint8_t> bytes);

/// XXH64 with the seed 0.
[[nodiscard]] std::uint64_t content_checksum(std::span<const std::uint8_t> content);

}  // namespace fiveproof::page
