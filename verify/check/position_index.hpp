// Where is this position stored, if anywhere? Under all eight symmetries, and compared in full.
//
// Each position has eight Zobrist hashes, one per image; the key combines them in a way that does not depend
// on their order, so that all images have the same key. A stone more changes each of the eight by one
// exclusive-or: that makes the key of the position after a reply cheap. A key only says where to look.
// Equality is decided by comparing every square under a symmetry that is worked out then and there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/memory/large_array.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"

namespace fiveproof::verify {

/// The eight hashes of one position.
class SymmetricHash {
 public:
  SymmetricHash() = default;
  explicit SymmetricHash(const Position& position);
  /// The key of the position itself.
  [[nodiscard]] std::uint64_t key() const;
  /// The key of the position with one more stone. require: `s` is on a board of `size`.
  [[nodiscard]] std::uint64_t key_with(Color c, Square s, int size) const;

 private:
  std::array<std::uint64_t, Symmetry::count> hashes_{};
};

/// A stored position that equals the one asked for.
struct StoredPosition {
  std::uint32_t record = 0;  ///< the first record with this position
  Symmetry to_record;        ///< to_record.apply(asked) is the record's position
};

class PositionIndex {
 public:
  /// 8 bytes a record, in memory as far as the budget of the records goes; ErrorCode::io when the disk that
  /// takes what is beyond is full. Keys are cut to the bits of `key_mask`; a narrow mask makes look-ups slow
  /// and changes nothing else. require: `records` is finished and outlives the index.
  [[nodiscard]] static Result<PositionIndex> create(const RecordTable& records,
                                                    std::uint64_t key_mask = ~std::uint64_t{0});

  /// Absent: not stored. Only records with the stones of `position`, up to symmetry, are ever returned.
  /// The side to move of `position` must be the attacker, otherwise it is not stored.
  /// require: `key` is the key of `position`. Safe from several threads.
  [[nodiscard]] std::optional<StoredPosition> find(const Position& position, std::uint64_t key) const;
  [[nodiscard]] std::optional<StoredPosition> find(const Position& position) const {
    return find(position, SymmetricHash(position).key());
  }

  /// Is this record a repetition of an earlier one's position? Then no look-up returns it.
  [[nodiscard]] bool is_repetition(std::uint32_t record) const { return is_repetition_[record]; }
  /// Is the position of this record stored with another move as well?
  [[nodiscard]] bool is_contradictory(std::uint32_t record) const { return is_contradictory_[record]; }

 private:
  PositionIndex(const RecordTable& records, std::uint64_t key_mask);
  void add(std::uint32_t record);
  /// Scales the upper half of the key to the number of slots.
  [[nodiscard]] std::size_t first_slot(std::uint64_t masked_key) const {
    return static_cast<std::size_t>((masked_key >> 32) * tags_.size() >> 32);
  }
  [[nodiscard]] std::size_t slot_after(std::size_t slot) const {
    return slot + 1 < tags_.size() ? slot + 1 : 0;
  }
  /// The low bits of the key, never 0.
  [[nodiscard]] static std::uint8_t tag_of(std::uint64_t masked_key) {
    return static_cast<std::uint8_t>(masked_key % 255 + 1);
  }

  const RecordTable& records_;
  std::uint64_t key_mask_;
  // 1.6 slots a record, in two arrays: a look-up that fails, as most do, reads tags alone, one line of the
  // cache.
  LargeArray<std::uint8_t> tags_;  ///< 0: free
  LargeArray<std::uint32_t> record_of_;
  std::vector<bool> is_repetition_;
  std::vector<bool> is_contradictory_;
};

/// The symmetry of smallest number that maps `from` onto `to`, side to move included; absent when there is
/// none.
[[nodiscard]] std::optional<Symmetry> symmetry_between(const Position& from, const Position& to);

}  // namespace fiveproof::verify
