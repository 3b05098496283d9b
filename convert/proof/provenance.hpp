// A section of .fvp (kind 1) that says which file a proof was converted from: spec/format.md, section 15.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/sha256.hpp"

namespace fiveproof::convert {

inline constexpr std::uint32_t provenance_kind = 1;

struct Provenance {
  std::string format;  ///< its name in convert/formats.hpp; below 256 bytes
  std::uint64_t source_bytes = 0;
  Digest source_hash = {};  ///< SHA-256 of the file
  /// The content hash of the proof that the file was converted to. A proof with another hash has been changed
  /// since, and the annotations of the source may not fit it any more.
  Digest proof_hash = {};

  bool operator==(const Provenance&) const = default;
};

/// The content of the section. require: provenance.format is below 256 bytes.
[[nodiscard]] std::vector<std::uint8_t> encode_provenance(const Provenance& provenance);
/// ErrorCode::unsupported for another version, ErrorCode::malformed for another length.
[[nodiscard]] Result<Provenance> decode_provenance(std::span<const std::uint8_t> bytes);

}  // namespace fiveproof::convert
