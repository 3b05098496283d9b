// A stretch of a forest in bits, and back: what a block of .fvp, version 2, will hold; version 1 does not.
//
// A block stands by itself. It begins anew wherever the walk goes on below something that stands in an
// earlier block: from the stones of a record, or from those of the AND position whose other replies are
// still to come.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "format/forest.hpp"

namespace fiveproof {

/// The bytes of nodes [first, last). They depend on nothing else. require: first < last <= number of nodes.
[[nodiscard]] std::vector<std::uint8_t> encode_block(const Forest& forest, const RecordTable& records,
                                                     std::uint32_t first, std::uint32_t last);

/// Takes the entry of a record (format/image_board.hpp); its move may be a square that is not empty.
using EntrySink = std::function<void(std::span<const std::uint8_t>)>;

/// Gives `count` records to the sink, in the order of the walk. ErrorCode::malformed when these bytes are not
/// a walk of `count` records; what the sink was given by then is worthless. Any bytes take a time in
/// proportion to `count`, and up to 40 bytes of memory for each record.
[[nodiscard]] Status decode_block(std::span<const std::uint8_t> bytes, int size, Color attacker,
                                  std::uint32_t count, const EntrySink& sink);

}  // namespace fiveproof
