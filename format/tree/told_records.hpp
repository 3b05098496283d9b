// Records that follow from the tree of the source: spec/format.md, section 16.
//
// A library and the records that were made of it say the same thing twice. Where a proof carries the tree, a
// section of kind 6 says of each move of the attacker in it whether it is a record, and of each line's end
// whether it is one without a move; what the tree does not tell stands in blocks, as ever. Nothing is
// believed on that account: the records are the same, and their hash is computed from them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "proof/limits.hpp"
#include "proof/records/record_table.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof {

/// The kind of the section: spec/format.md, section 7. It is needed: without it records are missing.
inline constexpr std::uint32_t told_records_kind = 6;

/// What a tree tells of a proof.
struct ToldRecords {
  std::vector<std::uint8_t> section;
  std::vector<std::size_t> others;  ///< the records that it does not tell, ascending
};

/// Nothing where records of one position are with and without a move, as no tree can tell both. It takes 10
/// bytes a record; ErrorCode::io when the disk that takes what is beyond the budget of the records is full.
/// require: the records are finished, fewer than 2^32, and of the tree's board.
[[nodiscard]] Result<std::optional<ToldRecords>> tell_records(const GameTree& tree,
                                                              const RecordTable& records);

/// Adds what the tree tells to records that are not finished yet: some more than once, and lines' ends of
/// which ends_that_go_on() says which to drop. ErrorCode::malformed for bytes that are not the section of any
/// proof with this tree, ErrorCode::unsupported for another version, ErrorCode::limit beyond the limits; the
/// offset counts within the section.
[[nodiscard]] Status add_told_records(std::span<const std::uint8_t> section, const GameTree& tree,
                                      const ReaderLimits& limits, RecordTable& records);

/// The records without a move whose position has a move in another record, where a line goes on that ends
/// here.
[[nodiscard]] std::vector<std::size_t> ends_that_go_on(const RecordTable& records);

}  // namespace fiveproof
