// Puts the records of a proof into blocks, as a file has them.
//
// A record whose move leads to an AND position is the parent of the records that a reply there leads to
// (proof/graph/links.hpp). A walk through these trees in pre-order meets each record once; cut into stretches
// of equal length it makes the blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "proof/graph/links.hpp"
#include "proof/records/image_board.hpp"

namespace fiveproof {

/// The records of one block, in canonical order.
struct BlockRecords {
  int size;
  Color attacker;
  std::vector<std::uint32_t> records;  ///< indices in the table, ascending
  std::vector<Link> links;             ///< the link of each record
  std::vector<std::uint8_t> entries;   ///< the entries of the records, one after the other

  [[nodiscard]] std::size_t count() const { return records.size(); }
  /// The entry, laid out as in RecordTable. require: i < count().
  [[nodiscard]] std::span<const std::uint8_t> entry(std::size_t i) const {
    const std::size_t bytes = entry_bytes(size);
    return std::span(entries).subspan(i * bytes, bytes);
  }
  [[nodiscard]] std::span<const std::uint8_t> packed(std::size_t i) const { return entry_packed(entry(i)); }
  [[nodiscard]] std::uint16_t move(std::size_t i) const { return entry_move(entry(i)); }
};

/// Hands out the blocks one after the other. It is used by one thread at a time.
class BlockSource {
 public:
  /// Links the records and notes where each goes; trees and siblings stand in canonical order. It takes up
  /// to 24 bytes for each record, of which 12 are kept. Of records on the disk it makes a copy, block by
  /// block, about 60 bytes each on 15x15, which is on the disk where it is beyond their budget.
  /// ErrorCode::io when the disk is full. require: `records` are finished, fewer than 2^32, and outlive
  /// the source; per_block > 0.
  [[nodiscard]] static Result<BlockSource> create(const RecordTable& records, std::uint32_t per_block);

  /// The next `per_block` records, or what is left; nothing at the end.
  [[nodiscard]] std::optional<BlockRecords> next();

 private:
  BlockSource(const RecordTable& records, std::uint32_t per_block);
  [[nodiscard]] Status gather();

  const RecordTable* records_;
  std::size_t per_block_;
  std::size_t entry_bytes_in_row_;  ///< 0: rows have no entry, which is looked up in the table
  std::size_t row_bytes_;
  std::size_t next_ = 0;  ///< the row of the next record to give
  LargeArray<std::uint8_t> rows_;
};

}  // namespace fiveproof
