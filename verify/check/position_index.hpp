// Says where a position is stored, if anywhere, under all eight symmetries.
//
// A key (game/symmetric_keys.hpp) only says where to look. Equality is decided by comparing every square
// under a symmetry that is worked out then and there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/memory/tag_table.hpp"
#include "game/symmetric_keys.hpp"
#include "proof/proof.hpp"

namespace fiveproof::verify {

/// A stored position that equals the one asked for.
struct StoredPosition {
  std::uint32_t record = 0;  ///< the first record with this position, or that which is taken
  Symmetry to_record;        ///< to_record.apply(asked) is the record's position
};

class PositionIndex {
 public:
  /// Makes the index, which takes 8 bytes a record, in memory as far as the budget of the records goes. Keys
  /// are worked out on all threads. ErrorCode::io: the disk that takes the rest is full. Keys are cut to the
  /// bits of `key_mask`; a narrow mask makes look-ups slow and changes nothing else. require: `records` is
  /// finished and outlives the index.
  [[nodiscard]] static Result<PositionIndex> create(const RecordTable& records,
                                                    std::uint64_t key_mask = ~std::uint64_t{0});

  /// The first record, or that which is taken, with the stones of `position` up to symmetry; absent when
  /// there is none, or when the defender is to move. It is safe from several threads. require: `key` is
  /// key_of_images(position).
  [[nodiscard]] std::optional<StoredPosition> find(const Position& position, std::uint64_t key) const;
  [[nodiscard]] std::optional<StoredPosition> find(const Position& position) const {
    return find(position, key_of_images(position));
  }

  /// Makes look-ups return this one of the records of its position. require: nobody looks meanwhile.
  void take(std::uint32_t record);
  /// Is this record a repetition of an earlier one's position? Then no look-up returns it unless it is taken.
  [[nodiscard]] bool is_repetition(std::uint32_t record) const { return is_repetition_[record]; }
  /// Is the position of this record stored with another move as well?
  [[nodiscard]] bool is_contradictory(std::uint32_t record) const { return is_contradictory_[record]; }

 private:
  PositionIndex(const RecordTable& records, std::uint64_t key_mask);
  /// Adds the records from `first` on that have these keys.
  void add(std::uint32_t first, std::span<const std::uint64_t> keys);
  void add(std::uint32_t record, std::uint64_t key);

  const RecordTable& records_;
  std::uint64_t key_mask_;
  TagTable<std::uint32_t> record_of_;  ///< has 1.6 slots a record
  std::vector<bool> is_repetition_;
  std::vector<bool> is_contradictory_;
};

/// The symmetry of smallest number that maps `from` onto `to`, side to move included; absent when there is
/// none.
[[nodiscard]] std::optional<Symmetry> symmetry_between(const Position& from, const Position& to);

}  // namespace fiveproof::verify
