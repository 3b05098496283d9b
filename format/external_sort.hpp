// Sorting more entries than memory should hold.
//
// Entries are byte strings of one length in the order of memcmp; equal ones stay. Until the memory given is
// full nothing is written; then sorted runs go to one temporary file that has no name, so that it is gone
// when the process is, however that ends. Runs are merged on reading, and before it when there are very many.
//
//     ExternalSorter sorter(47, 64 << 20);
//     for (...) if (auto s = sorter.add(entry); !s.ok()) return s;
//     if (auto s = sorter.finish(); !s.ok()) return s;
//     for (auto more = sorter.next(entry); ...; more = sorter.next(entry)) ...
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "game/error.hpp"

namespace fiveproof {

/// Not for several threads at once.
class ExternalSorter {
 public:
  /// `memory_bytes`: for entries and 4 bytes each; at least one entry is kept, and reading takes 4 MiB more.
  /// `folder`: where the temporary file is made if one is needed; empty: $TMPDIR, else /tmp.
  /// require: 0 < entry_bytes < 64 KiB.
  ExternalSorter(std::size_t entry_bytes, std::size_t memory_bytes, std::string folder = {});
  ~ExternalSorter();
  ExternalSorter(ExternalSorter&&) noexcept;
  ExternalSorter& operator=(ExternalSorter&&) noexcept;

  /// require: entry.size() == entry_bytes, not finished. ErrorCode::io when the disk refuses.
  Status add(std::span<const std::uint8_t> entry);
  /// Call once, before reading.
  Status finish();
  /// The next entry in ascending order; false at the end. require: finished, entry.size() == entry_bytes.
  Result<bool> next(std::span<std::uint8_t> entry);
  /// next() begins again.
  Status rewind();
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  class Spill;
  struct Run;

  void sort_memory();
  Status spill();
  Status reduce_runs();

  std::size_t entry_bytes_;
  std::size_t capacity_;  // entries in memory
  std::string folder_;
  std::uint64_t count_ = 0;
  std::vector<std::uint8_t> entries_;
  std::vector<std::uint32_t> order_;  // of the entries in memory
  std::size_t at_ = 0;                // in order_
  std::unique_ptr<Spill> spill_;      // absent: all is in memory
};

}  // namespace fiveproof
