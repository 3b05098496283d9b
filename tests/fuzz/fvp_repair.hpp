// A header and blocks made up by a fuzzer as a .fvp file whose outside is right: frame, lengths, checksums,
// index and trailer, so that what is made up reaches the code behind them.
//
// The input: one byte of Repairs, then parts: length (2, little-endian), bytes. The first part is the
// header's message, uncompressed, each further one a block: the number of its records (2), its payload. The
// last part ends where the input ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fiveproof::fuzz {

using Bytes = std::vector<std::uint8_t>;

struct FvpInput {
  /// What else is put right inside the header, as bits.
  enum Repair : std::uint8_t {
    counts = 1,        ///< records and blocks; no section
    content_hash = 2,  ///< the proof's name
  };
  std::uint8_t repairs = 0;
  std::vector<Bytes> parts;
};

[[nodiscard]] FvpInput decode_fvp_input(std::span<const std::uint8_t> data);
[[nodiscard]] Bytes encode_fvp_input(const FvpInput& input);
/// Of a file without sections that is right, with all repairs.
[[nodiscard]] FvpInput fvp_input_of(std::span<const std::uint8_t> file);

/// The file. What cannot be repaired is left as it is.
[[nodiscard]] Bytes repaired_fvp(FvpInput input);

}  // namespace fiveproof::fuzz
