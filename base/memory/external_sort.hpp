// Sorts more entries than fit into memory.
//
// Entries are byte strings of one length, in memcmp order; equal ones are all kept. As long as they fit into
// the memory allowed, no file is touched. Beyond that, sorted runs go to an unlinked temporary file and are
// merged while they are read. An error of the system (a full disk) is an Error; then every further call is.
//
//   ExternalSorter sorter(8, 64 << 20);
//   if (auto s = sorter.add(entry); !s.ok()) return s;   // any number of times
//   if (auto s = sorter.finish(); !s.ok()) return s;
//   for (;;) {
//     const auto more = sorter.next(entry);
//     if (!more.ok()) return more.error();
//     if (!more.value()) break;
//     ...
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/files/temporary_file.hpp"

namespace fiveproof {

/// Not for several threads at once.
class ExternalSorter {
 public:
  /// `memory_bytes`: how much to hold at any time, to within a constant; of that each entry takes its own
  /// bytes and 8 more. `folder`: where temporary files are made; empty: TMPDIR or /tmp.
  /// require: entry_bytes > 0.
  ExternalSorter(std::size_t entry_bytes, std::size_t memory_bytes, std::string folder = {});

  /// require: not finished; entry.size() == entry_bytes.
  Status add(std::span<const std::uint8_t> entry);
  /// Forgets all but so many, whichever they are: who is in a hurry sorts no more. require: not finished.
  void keep_at_most(std::size_t entries);
  /// Call once; then read.
  Status finish();
  /// The next entry in ascending order; false at the end. require: finished; entry.size() == entry_bytes.
  Result<bool> next(std::span<std::uint8_t> entry);
  /// The next entry is the first again. require: finished.
  Status rewind();

  /// How many were added.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Did they not fit?
  [[nodiscard]] bool is_on_disk() const { return file_.has_value(); }

 private:
  using Bytes = std::vector<std::uint8_t>;

  /// Merges neighbouring runs of a file by holding a piece of each.
  class Merge {
   public:
    Merge(const ExternalSorter& owner, std::uint64_t first, std::uint64_t last);
    [[nodiscard]] Status start(const TemporaryFile& file);
    [[nodiscard]] Result<bool> next(const TemporaryFile& file, std::span<std::uint8_t> entry);

   private:
    struct Run {
      std::uint64_t unread;   ///< the first entry that no piece has held yet
      std::uint64_t end;      ///< of the run
      std::size_t at = 0;     ///< place in the piece
      std::size_t count = 0;  ///< entries of the piece
    };
    [[nodiscard]] std::uint8_t* entry_of(std::size_t run);
    [[nodiscard]] Result<bool> fill(const TemporaryFile& file, std::size_t run);
    void push(std::size_t run);

    std::size_t entry_bytes_;
    std::size_t piece_entries_ = 0;
    std::vector<Run> runs_;
    std::vector<std::size_t> heap_;  // of runs that have an entry; the smallest entry first
    Bytes pieces_;
  };

  void sort_buffer();
  [[nodiscard]] Status spill();
  [[nodiscard]] Status merge_once();
  [[nodiscard]] Status start_reading();
  [[nodiscard]] std::uint64_t run_count() const;
  [[nodiscard]] std::size_t max_runs_at_once() const;
  Status remember(Status status);

  std::size_t entry_bytes_;
  std::size_t memory_bytes_;
  std::string folder_;
  std::size_t buffer_entries_;  // as many fit
  std::uint64_t count_ = 0;
  bool finished_ = false;
  std::optional<Error> error_;

  // In memory: the entries as added, and their numbers in ascending order.
  Bytes buffer_;
  std::vector<std::uint32_t> places_;
  std::size_t next_place_ = 0;

  // On disk: runs of `run_entries_` entries, the last one of what is left.
  std::optional<TemporaryFile> file_;
  std::uint64_t on_disk_ = 0;  // entries
  std::uint64_t run_entries_ = 0;
  std::optional<Merge> merge_;
};

}  // namespace fiveproof
