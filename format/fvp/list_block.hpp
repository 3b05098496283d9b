// The part of format/walk/block_coder.hpp that is for lists: spec/format.md, section 9.11.
#pragma once

#include "format/walk/block_coder.hpp"

namespace fiveproof {

/// A tree of records is written as the lists of squares that it is, whole trees below one another, and zstd
/// finds the ones that come again. No board is looked at and nothing is learned, so that reading is setting
/// up positions and little else.
/// The lists themselves are what a frame of zstd holds.
[[nodiscard]] std::vector<std::uint8_t> lists_of(const BlockRecords& records);
/// As decode_block.
[[nodiscard]] Status read_lists(std::span<const std::uint8_t> lists, int size, Color attacker,
                                std::uint32_t count, const EntrySink& sink);

[[nodiscard]] std::vector<std::uint8_t> encode_list_block(const BlockRecords& records);
[[nodiscard]] Status decode_list_block(std::span<const std::uint8_t> bytes, int size, Color attacker,
                                       std::uint32_t count, const EntrySink& sink);

}  // namespace fiveproof
