// Collects the oddities of a file while it is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// Counts all oddities and keeps the first of them; a reader hands them over sorted by offset, because some
/// readers go through a file more than once.
class Oddities {
 public:
  /// Keeps at most so many: TreeReadOptions::max_oddities.
  explicit Oddities(std::size_t most) : most_(most) {}

  void note(std::string text, std::uint64_t offset) {
    ++count_;
    if (list_.size() < most_) list_.push_back({std::move(text), offset});
  }
  void move_into(TreeReading& reading) && {
    std::stable_sort(list_.begin(), list_.end(),
                     [](const Remark& a, const Remark& b) { return a.offset < b.offset; });
    reading.oddities = std::move(list_);
    reading.oddity_count = count_;
  }

 private:
  std::size_t most_;
  std::vector<Remark> list_;
  std::uint64_t count_ = 0;
};

}  // namespace fiveproof::convert
