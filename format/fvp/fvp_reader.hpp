// Reads .fvp (spec/format.md).
//
// A file is accepted only when every rule of the format holds: version, reserved bits, checksums, counts, no
// record twice, and the content hash, which is computed anew from what was read. Nothing is said about
// whether the proof is right. Errors carry the file's name and a byte offset.
//
// Memory is taken for the records, and at most what the limits allow for one header or block: of a
// file only one of these is held at a time. A length in the file is compared with what is there
// before anything is allocated.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "format/walk/fvp_coding.hpp"
#include "proof/limits.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

[[nodiscard]] Result<Proof> read_fvp(std::span<const std::uint8_t> bytes, const ReaderLimits& limits = {},
                                     const std::string& file_name = {});
/// Reads a file; `-` is standard input.
[[nodiscard]] Result<Proof> read_fvp_file(const std::string& path, const ReaderLimits& limits = {});

/// What the header says, unchecked against the records.
struct FvpHeader {
  std::uint32_t version = 0;
  FvpCoding coding = default_coding;
  std::string producer;      ///< the program that wrote the file; free text
  std::string content_hash;  ///< 64 hex digits
  std::uint64_t records = 0;
  std::uint32_t blocks = 0;
};
/// Reads prelude and header only.
[[nodiscard]] Result<FvpHeader> read_fvp_header(std::span<const std::uint8_t> bytes,
                                                const ReaderLimits& limits = {},
                                                const std::string& file_name = {});

}  // namespace fiveproof
