// The header of a .fvp file: spec/format.md, section 5.
//
// It is the one message of Cap'n Proto's in the file. What it must say stands in format/fvp/header_rules.hpp,
// whoever takes the message apart, and in format/fvp/header_filling.hpp, whoever puts it together: Cap'n
// Proto's own library does it here, and where there is none a small reader and writer of this one schema
// (format/fvp/plain_message.hpp, format/fvp/plain_builder.hpp).
#pragma once

#include <cstdint>
#include <string_view>

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

/// What a header says beside what stands in the proof.
struct HeaderFacts {
  std::string_view producer;
  Digest hash;
  FvpCoding coding;
  std::uint32_t blocks;
  std::uint32_t block_records;  ///< no block has more; 0 where there is none
  std::uint32_t sections;
};

/// The frame of a file that is to be written.
[[nodiscard]] Bytes write_header(const Proof& proof, const HeaderFacts& facts);

}  // namespace fiveproof::fvp
