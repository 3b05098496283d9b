// For each record the replies to its move that lead to a record, kept in some four bytes a record.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/memory/large_array.hpp"
#include "game/square.hpp"

namespace fiveproof {

/// Sets of squares of very many records, most of them empty or small. reply_squares() (proof/graph/links.hpp)
/// makes it.
class ReplySquares {
 public:
  ReplySquares() = default;  ///< has no square for any record
  /// require: is_board_size(size).
  explicit ReplySquares(int size) : size_(size) {}

  /// How add() wants the set of a record: so many bytes, in which bit i % 8 of byte i / 8 stands for dense
  /// index i.
  [[nodiscard]] std::size_t bytes_of_a_set() const { return static_cast<std::size_t>(size_ * size_ + 7) / 8; }
  /// Adds the sets of records that follow each other, from `first` on. What is beyond the budget, of all that
  /// was added so far, goes to a temporary file. ErrorCode::io when there is no room for it. require: none of
  /// them was added before; `sets` is a whole number of sets.
  [[nodiscard]] Status add(std::size_t first, std::span<const std::uint8_t> sets, const MemoryBudget& budget);

  /// The squares of a record; none if it was not added. It is safe from several threads.
  [[nodiscard]] SquareSet of(std::size_t record) const;

 private:
  /// Records that were added together. One after the other `numbers` has of each how many squares it has, and
  /// their dense indices; so one has to begin at a record whose place is known and count.
  struct Stretch {
    std::size_t first, last;           ///< the records [first, last)
    LargeArray<std::uint64_t> places;  ///< where each `step`th of them begins in `numbers`
    LargeArray<std::uint16_t> numbers;
  };
  static constexpr std::size_t step = 32;
  /// The first stretch that begins behind the record.
  std::vector<Stretch>::const_iterator first_behind(std::size_t record) const;

  int size_ = 0;
  std::size_t bytes_ = 0;           ///< of all stretches
  std::vector<Stretch> stretches_;  ///< ascending by `first`
};

}  // namespace fiveproof
