// The part of format/walk/block_coder.hpp that is for mixed walks, compiled apart for speed.
#pragma once

#include "format/walk/block_coder.hpp"

namespace fiveproof {

[[nodiscard]] std::vector<std::uint8_t> encode_mixed_block(const BlockRecords& records);
[[nodiscard]] Status decode_mixed_block(std::span<const std::uint8_t> bytes, int size, Color attacker,
                                        std::uint32_t count, const EntrySink& sink);

}  // namespace fiveproof
