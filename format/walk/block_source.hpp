// The records of a proof, block by block, as a file has them.
//
// A record whose move leads to an AND position is the parent of the records that a reply there leads to
// (proof/graph/links.hpp). A walk through these trees in pre-order meets each record once; cut into stretches of
// equal length it makes the blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "proof/graph/links.hpp"
#include "proof/records/image_board.hpp"

namespace fiveproof {

/// Some records by themselves, in canonical order.
struct BlockRecords {
  int size;
  Color attacker;
  std::vector<std::uint32_t> records;  ///< indices in the table, ascending
  std::vector<Link> links;             ///< of each
  std::vector<std::uint8_t> entries;   ///< one after the other

  [[nodiscard]] std::size_t count() const { return records.size(); }
  /// As in RecordTable. require: i < count().
  [[nodiscard]] std::span<const std::uint8_t> entry(std::size_t i) const {
    const std::size_t bytes = entry_bytes(size);
    return std::span(entries).subspan(i * bytes, bytes);
  }
  [[nodiscard]] std::span<const std::uint8_t> packed(std::size_t i) const { return entry_packed(entry(i)); }
  [[nodiscard]] std::uint16_t move(std::size_t i) const { return entry_move(entry(i)); }
};

/// Not for several threads at once.
class BlockSource {
 public:
  /// Trees and siblings stand in canonical order. require: `records` are finished, and fewer than 2^32, and
  /// outlive it; per_block > 0. Links them and notes where each goes: up to 24 bytes for each record, of
  /// which 12 are kept. Of records on the disk it makes a copy, block by block, about 60 bytes each on 15x15;
  /// where that is beyond their budget, on the disk. ErrorCode::io: it is full.
  [[nodiscard]] static Result<BlockSource> create(const RecordTable& records, std::uint32_t per_block);

  /// The next `per_block` records, or what is left; nothing at the end.
  [[nodiscard]] std::optional<BlockRecords> next();

 private:
  BlockSource(const RecordTable& records, std::uint32_t per_block);
  [[nodiscard]] Status gather();

  const RecordTable* records_;
  std::size_t per_block_;
  std::size_t entry_bytes_in_row_;  ///< 0: entries are looked up in the table
  std::size_t row_bytes_;
  std::size_t next_ = 0;  ///< record
  LargeArray<std::uint8_t> rows_;
};

}  // namespace fiveproof
