// Sorts entries that are more than fit into memory, without repetitions, into a temporary file.
//
// What comes in ascending order, as from another sorted file, is written down as it comes. From the first
// entry on that is out of order, all are sorted (base/memory/external_sort.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/files/file_appender.hpp"
#include "base/files/mapping.hpp"
#include "base/memory/external_sort.hpp"
#include "base/memory/memory_budget.hpp"

namespace fiveproof {

/// Collects entries and sorts them. It is used by one thread at a time; an error (a full
/// disk) is kept for finish().
class DiskEntries {
 public:
  /// `budget` is for the memory to sort in. require: entry_bytes > 0.
  DiskEntries(std::size_t entry_bytes, MemoryBudget budget);
  DiskEntries(const DiskEntries&) = delete;  // the appender keeps a pointer to the file

  /// Adds an entry. require: not finished; entry.size() == entry_bytes.
  void add(std::span<const std::uint8_t> entry);
  /// All entries, one after the other, or the first error. To be called once.
  [[nodiscard]] Result<Mapping> finish();

 private:
  using Bytes = std::vector<std::uint8_t>;

  Status take(std::span<const std::uint8_t> entry);
  Status write_down(std::span<const std::uint8_t> entry);
  Status start_file();
  Status start_sorting();
  Status write_sorted();

  std::size_t entry_bytes_;
  MemoryBudget budget_;
  std::optional<TemporaryFile> file_;
  std::optional<FileAppender> writer_;  ///< appends to file_
  Bytes last_;                          ///< the last entry written down; empty: there is none
  std::optional<ExternalSorter> sorter_;
  std::optional<Error> error_;
};

}  // namespace fiveproof
