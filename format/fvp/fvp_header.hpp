// The header of a .fvp file: spec/format.md, section 5.
//
// It is the one message of Cap'n Proto's in the file. What it must say stands in format/fvp/header_rules.hpp,
// whoever takes the message apart: Cap'n Proto's own library does it here, and where there is none a small
// reader of this one schema (format/fvp/plain_message.hpp).
#pragma once

#include <cstdint>

#include "format/fvp/fvp_cursor.hpp"
#include "format/fvp/fvp_reader.hpp"

namespace fiveproof::fvp {

/// The bytes of the header as the file has them.
struct Head {
  View frame;
  std::uint64_t offset;  ///< where the frame begins in the file
};

/// What they say: a proof without its records, and how these are laid out.
struct Header {
  Proof proof;
  FvpHeader info;
  Digest hash;
  std::uint32_t block_records = 0;  ///< no block has more
  std::uint32_t sections = 0;
};

/// Unpacks and reads the header. Throws Refusal.
[[nodiscard]] Header read_header(const Head& head, const ReaderLimits& limits);

}  // namespace fiveproof::fvp
