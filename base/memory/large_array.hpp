// An array with an item for each of very many things: in memory, or in a temporary file if it is too large.
#pragma once

#include <span>
#include <type_traits>
#include <utility>

#include "base/files/mapping.hpp"
#include "base/memory/memory_budget.hpp"

namespace fiveproof {

template <class T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LargeArray() = default;  ///< has no items
  /// An array of `count` items, all of whose bytes are 0. It is in memory if it takes no more than the
  /// budget, else in a temporary file. ErrorCode::io when there is no room, or no temporary file to be had.
  [[nodiscard]] static Result<LargeArray> create(std::size_t count, const MemoryBudget& budget) {
    const std::size_t bytes = count * sizeof(T);
    const auto map = [&]() -> Result<Mapping> {
      if (bytes <= budget.bytes) return Mapping::of_memory(bytes);
      FIVEPROOF_LET(const auto file, TemporaryFile::create(budget.folder));
      return Mapping::of_file(file, bytes);
    };
    FIVEPROOF_LET(auto mapped, map());
    LargeArray array;
    array.mapping_ = std::move(mapped);
    array.count_ = count;
    return array;
  }

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::span<T> all() const { return {reinterpret_cast<T*>(mapping_.data()), count_}; }
  /// require: i < size().
  [[nodiscard]] T& operator[](std::size_t i) const { return reinterpret_cast<T*>(mapping_.data())[i]; }
  /// Says that the items [first, last) will not be asked for soon (base/files/mapping.hpp).
  void let_go(std::size_t first, std::size_t last) const {
    mapping_.let_go(first * sizeof(T), last * sizeof(T));
  }
  /// Says so of all items.
  void let_go() const { let_go(0, count_); }

 private:
  Mapping mapping_;
  std::size_t count_ = 0;
};

}  // namespace fiveproof
