// Entries that are more than fit into memory: sorted and without repetitions, in a temporary file.
//
// What comes in ascending order, as from another sorted file, is written down as it comes. From the first
// entry on that does not, all are sorted (base/memory/external_sort.hpp).
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

/// Not for several threads at once. What goes wrong (a full disk) is told in the end.
class DiskEntries {
 public:
  /// `budget`: of the memory to sort in. require: entry_bytes > 0.
  DiskEntries(std::size_t entry_bytes, MemoryBudget budget);
  DiskEntries(const DiskEntries&) = delete;  // what appends knows where the file is

  /// require: not finished; entry.size() == entry_bytes.
  void add(std::span<const std::uint8_t> entry);
  /// All, one after the other; or the first error. Call once.
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
  std::optional<FileAppender> writer_;  ///< of the file
  Bytes last_;                          ///< entry written down; empty: none
  std::optional<ExternalSorter> sorter_;
  std::optional<Error> error_;
};

}  // namespace fiveproof
