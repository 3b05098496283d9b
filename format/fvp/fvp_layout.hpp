// The bytes of .fvp around its Cap'n Proto messages: spec/format.md, sections 3 to 7.
//
// clang-format off
//   prelude | header frame | block, block, ... | section, section, ... | index | trailer
//
//   prelude (40)  magic 8 | version u32 | flags u32 | header bytes u64 | header checksum 8 | its checksum 8
//   block         bytes u32 | records u32 | checksum 8 | that many bytes
//   section       kind u32 | flags u32 | bytes u64 | checksum 8 | that many bytes
//   index         per block and section: offset u64 | its head again
//   trailer (40)  index offset u64 | blocks u64 | index checksum 8 | trailer checksum 8 | end magic 8
// clang-format on
//
// Integers are little-endian. A checksum is the first 8 bytes of a SHA-256.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sha256.hpp"
#include "format/walk/fvp_coding.hpp"

namespace fiveproof::fvp {

using Bytes = std::vector<std::uint8_t>;
using View = std::span<const std::uint8_t>;
using Magic = std::array<std::uint8_t, 8>;
using Checksum = std::array<std::uint8_t, 8>;

// The first byte is not text, and any translation of line ends damages the others (0D 0A, 0A), as in PNG.
inline constexpr Magic magic = {0x8B, 'F', 'V', 'P', 0x0D, 0x0A, 0x1A, 0x0A};
inline constexpr Magic end_magic = {'F', 'V', 'P', 'E', 'N', 'D', 0x0D, 0x0A};
inline constexpr std::uint32_t version = 2;  ///< the only version that is read or written

inline constexpr std::size_t prelude_bytes = 40;
inline constexpr std::size_t block_head_bytes = 16;
inline constexpr std::size_t section_head_bytes = 24;
inline constexpr std::size_t trailer_bytes = 40;
/// The flag of a section that says: who does not know its kind must not read the file.
inline constexpr std::uint32_t needed_flag = 1;
/// How many records a block has at most. More of them have more in common, but it takes longer to read one:
/// those of free-style as it was found, 151,639, take 101 kB as walks of 65,536 records, 113 kB of 8,192.
[[nodiscard]] constexpr std::uint32_t max_block_records(FvpCoding coding) {
  return coding == FvpCoding::mixed_walks ? 262144 : 65536;
}

/// The level for the header, which is written once.
inline constexpr int zstd_level = 12;

/// The checksum of a block or section covers its head, up to the checksum, as well as its bytes.
[[nodiscard]] inline Checksum checksum(View head, View bytes = {}) {
  Sha256 hash;
  hash.update(head);
  hash.update(bytes);
  const Digest digest = hash.finish();
  Checksum first{};
  std::copy_n(digest.begin(), first.size(), first.begin());
  return first;
}

}  // namespace fiveproof::fvp
