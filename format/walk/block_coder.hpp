// Turns records into the bytes of a block of .fvp, and back.
//
// A block stands by itself. Any set of records makes one, as trees that begin at a record, or at an AND
// position whose parent is not among them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "format/walk/forest.hpp"
#include "format/walk/fvp_coding.hpp"

namespace fiveproof {

/// The bytes of a block; they depend on the trees and the positions at their starts only.
/// require: the block is not empty.
[[nodiscard]] std::vector<std::uint8_t> encode_block(const BlockRecords& records,
                                                     FvpCoding coding = default_coding);

/// Takes the entry of a record (proof/records/image_board.hpp); its move may be a square that is not empty.
using EntrySink = std::function<void(std::span<const std::uint8_t>)>;

/// Gives `count` records to the sink, in the order of the trees. ErrorCode::malformed when these bytes do not
/// say `count` records; what the sink was given by then is worthless. Whatever the bytes, it takes a time in
/// proportion to `count` and up to 40 bytes of memory for each record; mixed walks take 20 MiB besides.
[[nodiscard]] Status decode_block(std::span<const std::uint8_t> bytes, int size, Color attacker,
                                  std::uint32_t count, const EntrySink& sink,
                                  FvpCoding coding = default_coding);

}  // namespace fiveproof
