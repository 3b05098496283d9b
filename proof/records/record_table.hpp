// The records of a proof, sorted, in memory or on the disk.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "game/position.hpp"
#include "proof/records/entry_runs.hpp"
#include "proof/records/image_board.hpp"

namespace fiveproof {

class DiskEntries;
class Mapping;

/// One record, unpacked. `position` is canonical and the attacker is to move; `move` is a square of the
/// board, which may be occupied (verify says so), or nothing.
struct Record {
  Position position;
  std::optional<Square> move;
};

/// The records of a proof, packed (49 bytes each on 15x15), in canonical order: by number of stones, then by
/// the order of canonical_form, then by move, of which none comes last.
///
/// It is filled with add() and then finished once; the look-ups demand a finished table. At any time it takes
/// the memory of the entries and a few megabytes, and 3 bytes per record more while it has to sort. What is
/// beyond its budget is sorted on the disk and looked at there: entries come into memory as they are asked
/// for, and passed() sends them back. Reading a finished table from several threads is safe.
class RecordTable {
 public:
  /// An empty table, whose records have `attacker` to move. require: is_board_size(size).
  RecordTable(int size, Color attacker, MemoryBudget budget = {});

  // -- fill --
  /// Adds the canonical form of `position`; `move`, a square of `position`, becomes the smallest of its
  /// images under the canonical position's own symmetries. require: position.size() == size(),
  /// position.to_move() == attacker(), not finished.
  void add(const Position& position, std::optional<Square> move);
  /// Adds a record that is canonical already. require: `entry` is what ImageBoard::write_entry or
  /// write_canonical_entry wrote for a position of size() with attacker() to move; not finished; a table
  /// beyond its budget is not copied before it is finished.
  void add_entry(std::span<const std::uint8_t> entry);
  /// Sorts, and drops records equal in position and move; equal positions with different
  /// moves stay. ErrorCode::io when the disk failed or is full; the table is empty then.
  /// require: fewer than 2^32 records.
  [[nodiscard]] Status finish_within_budget();
  /// Finishes a table without a budget, which cannot fail.
  void finish();

  /// Drops these records; those after them move up. ErrorCode::io as for finish_within_budget, with an empty
  /// table then. require: finished; numbers below count(), ascending.
  [[nodiscard]] Status drop(std::span<const std::size_t> dropped);
  /// Gives back the memory of the first `end` records, as far as it can be given back in one piece. They must
  /// not be asked for any more; the count stays. require: finished, end <= count().
  void forget_before(std::size_t end);
  /// Called by whoever goes through all records, at each of them: those before will not be asked for soon,
  /// and what is on the disk leaves our memory from time to time. require: finished, index <= count().
  void passed(std::size_t index) const;

  // -- look --
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Color attacker() const { return attacker_; }
  [[nodiscard]] const MemoryBudget& budget() const { return budget_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool empty() const { return count() == 0; }
  /// Are the entries in a file because they are beyond the budget? require: finished.
  [[nodiscard]] bool is_on_disk() const { return mapped_ != nullptr; }
  /// The record, unpacked. require: index < count().
  [[nodiscard]] Record at(std::size_t index) const;
  /// Fetches a record that will be asked for soon. It is inline in any case, as GCC takes a function that
  /// does nothing else for one without an effect and drops the call. require: index < count().
  [[gnu::always_inline]] void expect(std::size_t index) const {
    const auto bytes = entry(index);
    __builtin_prefetch(bytes.data());
    __builtin_prefetch(bytes.data() + bytes.size() - 1);
  }
  /// The packed bytes of the position (see game/packed_position.hpp). require: index < count().
  [[nodiscard]] std::span<const std::uint8_t> packed(std::size_t index) const {
    return entry_packed(entry(index));
  }
  /// The whole entry: stone count (2 bytes), packed position, move (2), big-endian. require: index < count().
  [[nodiscard]] std::span<const std::uint8_t> entry(std::size_t index) const {
    FIVEPROOF_ENSURE(finished_ && index < count());
    return place(index);
  }
  /// The move alone. require: index < count().
  [[nodiscard]] std::optional<Square> move(std::size_t index) const;
  /// The move as a dense index; no_move: there is none. require: index < count().
  [[nodiscard]] std::uint16_t move_number(std::size_t index) const { return entry_move(entry(index)); }
  /// How many stones of both colours the position has. require: index < count().
  [[nodiscard]] int stone_count(std::size_t index) const { return entry_stones(entry(index)); }
  /// Is the position of record `index` that of the record before it? require: index < count().
  [[nodiscard]] bool is_repeated(std::size_t index) const {
    return index > 0 && std::ranges::equal(entry_position(entry(index - 1)), entry_position(entry(index)));
  }
  /// The index of the first record with at least so many stones, or count(). It is a binary search.
  [[nodiscard]] std::size_t first_with_stones(int stones) const;
  /// The indices [first, last) of the records whose position equals `canonical` in full; empty when it is not
  /// stored. It is a binary search. require: `canonical` is in canonical form.
  [[nodiscard]] std::pair<std::size_t, std::size_t> find(const Position& canonical) const;
  /// How many bytes are allocated for entries.
  [[nodiscard]] std::size_t allocated_bytes() const;

 private:
  using Chunk = EntryRuns::Chunk;

  std::span<std::uint8_t> place(std::size_t index) {
    return std::span(chunks_[index / chunk_entries]).subspan(index % chunk_entries * stride_, stride_);
  }
  [[nodiscard]] std::span<const std::uint8_t> place(std::size_t index) const {
    if (mapped_ != nullptr) return {mapped_ + index * stride_, stride_};
    return std::span(chunks_[index / chunk_entries]).subspan(index % chunk_entries * stride_, stride_);
  }
  void truncate(std::size_t count);
  void let_go_before(std::size_t end) const;
  void move_to_disk();
  [[nodiscard]] Status finish_on_disk();
  [[nodiscard]] Status drop_on_disk(std::span<const std::size_t> dropped);

  static constexpr std::size_t chunk_entries = EntryRuns::chunk_entries;

  int size_;
  Color attacker_;
  MemoryBudget budget_;
  std::size_t stride_;  // bytes of one entry
  bool finished_ = false;
  std::size_t count_ = 0;
  EntryRuns filling_;  ///< the entries until the table is finished
  /// Chunks of `chunk_entries` entries each, of which the last may have fewer.
  std::vector<Chunk> chunks_;
  std::size_t forgotten_ = 0;  ///< how many chunks were given back
  // What is beyond the budget, while the table is filled and when it is finished; copies of
  // a finished table share it.
  std::shared_ptr<DiskEntries> filling_disk_;
  std::shared_ptr<const Mapping> on_disk_;
  const std::uint8_t* mapped_ = nullptr;  ///< the bytes of on_disk_; null: all is in memory
};

}  // namespace fiveproof
