// The records of a proof as the checks see them: read-only, in canonical order, with a look-up by position.
//
// Whoever holds the records decides what a reference rests on: `find` is where a reply becomes *stored*, so
// an implementation compares every square. The frame, the walk and the gaps ask nothing else of a proof's
// records.
#pragma once

#include <cstdint>
#include <optional>

#include "proof/proof.hpp"
#include "verify/check/position_index.hpp"

namespace fiveproof::verify {

/// Holds the records. Reading from several threads is safe.
class RecordSource {
 public:
  virtual ~RecordSource() = default;

  [[nodiscard]] virtual std::uint32_t count() const = 0;
  /// require: index < count(). Records come in ascending order of their number of stones.
  [[nodiscard]] virtual Record at(std::uint32_t index) const = 0;
  /// require: index < count(). It is the stone count of at(index), which need not be made for it.
  [[nodiscard]] virtual int stone_count(std::uint32_t index) const = 0;
  /// require: index < count(). Has at(index), which need not be made for it, a move?
  [[nodiscard]] virtual bool has_move(std::uint32_t index) const = 0;
  /// The first record after `index` that has another number of stones, or count(). It is a binary search.
  [[nodiscard]] std::uint32_t end_of_ply(std::uint32_t index) const {
    std::uint32_t low = index + 1, high = count();
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (stone_count(middle) == stone_count(index))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  /// A record whose position equals `position` under a symmetry, and that symmetry; absent when there is
  /// none. Of several records of one position it is the first, unless take() named another. `key` is
  /// key_of_images(position), which callers have cheaply; a source with keys of its own may ignore it.
  [[nodiscard]] virtual std::optional<StoredPosition> find(const Position& position,
                                                           std::uint64_t key) const = 0;
  [[nodiscard]] std::optional<StoredPosition> find(const Position& position) const {
    return find(position, key_of_images(position));
  }
  /// Makes look-ups return this one of the records of its position. require: nobody looks meanwhile.
  virtual void take(std::uint32_t index) = 0;
  /// Does an earlier record have the same position? Then no look-up returns this one unless it is taken.
  [[nodiscard]] virtual bool is_repetition(std::uint32_t index) const = 0;
  /// Is the position of this record stored with another move as well?
  [[nodiscard]] virtual bool is_contradictory(std::uint32_t index) const = 0;
  /// Called now and then by whoever goes through the records in ascending order but skips some: those before
  /// `index` will not be asked for soon. require: index is a multiple of `sweep` (base/files/mapping.hpp).
  virtual void passed(std::uint32_t /*index*/) const {}
};

/// The records in the table of the proof, with an index over them.
class TableSource final : public RecordSource {
 public:
  /// Errors are those of PositionIndex::create. require: `records` is finished and outlives the source.
  [[nodiscard]] static Result<TableSource> create(const RecordTable& records,
                                                  std::uint64_t key_mask = ~std::uint64_t{0}) {
    auto index = PositionIndex::create(records, key_mask);
    if (!index.ok()) return index.error();
    return TableSource(records, std::move(index).value());
  }

  using RecordSource::find;
  [[nodiscard]] std::uint32_t count() const override { return static_cast<std::uint32_t>(records_.count()); }
  [[nodiscard]] int stone_count(std::uint32_t index) const override { return records_.stone_count(index); }
  [[nodiscard]] bool has_move(std::uint32_t index) const override {
    records_.passed(index);
    return records_.move_number(index) != no_move;
  }
  [[nodiscard]] Record at(std::uint32_t index) const override {
    // Nodes are checked, and walked through, in about this order, so earlier pages are not needed soon.
    records_.passed(index);
    return records_.at(index);
  }
  [[nodiscard]] std::optional<StoredPosition> find(const Position& position,
                                                   std::uint64_t key) const override {
    return index_.find(position, key);
  }
  void take(std::uint32_t index) override { index_.take(index); }
  [[nodiscard]] bool is_repetition(std::uint32_t index) const override { return index_.is_repetition(index); }
  [[nodiscard]] bool is_contradictory(std::uint32_t index) const override {
    return index_.is_contradictory(index);
  }
  void passed(std::uint32_t index) const override { records_.passed(index); }

 private:
  TableSource(const RecordTable& records, PositionIndex index)
      : records_(records), index_(std::move(index)) {}

  const RecordTable& records_;
  PositionIndex index_;
};

}  // namespace fiveproof::verify
