// Sorts more entries than fit into memory.
//
// Entries are byte strings of one length, in memcmp order; equal ones are all kept. As long as they fit
// into the memory allowed, no file is touched. Beyond that, sorted runs go to an unlinked temporary
// file and are merged while they are read. When the system fails (a full disk), that call and every
// further one return the Error.
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

/// Sorts the entries added to it. It is used by one thread at a time.
class ExternalSorter {
 public:
  /// `memory_bytes` says how much to hold at any time, to within a constant: each entry takes its own bytes
  /// and 8 more of it. `folder` is where temporary files are made; if it is empty, in TMPDIR or /tmp.
  /// require: entry_bytes > 0.
  ExternalSorter(std::size_t entry_bytes, std::size_t memory_bytes, std::string folder = {});

  /// Adds a copy of the entry. require: not finished; entry.size() == entry_bytes.
  Status add(std::span<const std::uint8_t> entry);
  /// Forgets all but so many entries, whichever they are: who is in a hurry sorts no more. require: not
  /// finished.
  void keep_at_most(std::size_t entries);
  /// Sorts. To be called once, after the last add() and before the first next().
  Status finish();
  /// Copies the next entry in ascending order to `entry`; false when there is none. require: finished;
  /// entry.size() == entry_bytes.
  Result<bool> next(std::span<std::uint8_t> entry);
  /// Begins again at the first entry. require: finished.
  Status rewind();

  /// How many entries were added.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Were there more entries than fit into memory?
  [[nodiscard]] bool is_on_disk() const { return file_.has_value(); }

 private:
  using Bytes = std::vector<std::uint8_t>;

  /// Merges neighbouring runs of the file, of each of which it holds a piece in memory.
  class Merge {
   public:
    Merge(const ExternalSorter& owner, std::uint64_t first, std::uint64_t last);
    [[nodiscard]] Status start(const TemporaryFile& file);
    [[nodiscard]] Result<bool> next(const TemporaryFile& file, std::span<std::uint8_t> entry);

   private:
    struct Run {
      std::uint64_t unread;   ///< the first entry that no piece has held yet
      std::uint64_t end;      ///< one past the last entry of the run
      std::size_t at = 0;     ///< the place in the piece of the next entry to give
      std::size_t count = 0;  ///< how many entries the piece has
    };
    [[nodiscard]] std::uint8_t* entry_of(std::size_t run);
    [[nodiscard]] Result<bool> fill(const TemporaryFile& file, std::size_t run);
    void push(std::size_t run);

    std::size_t entry_bytes_;
    std::size_t piece_entries_ = 0;
    std::vector<Run> runs_;
    std::vector<std::size_t> heap_;  // the runs not at their end, with the smallest entry first
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
  std::size_t buffer_entries_;  // how many entries fit into memory
  std::uint64_t count_ = 0;
  bool finished_ = false;
  std::optional<Error> error_;

  // What is in memory: the entries as they were added, and their numbers in ascending order.
  Bytes buffer_;
  std::vector<std::uint32_t> places_;
  std::size_t next_place_ = 0;

  // What is on disk: runs of `run_entries_` entries each, of which the last may have fewer.
  std::optional<TemporaryFile> file_;
  std::uint64_t on_disk_ = 0;  // how many entries
  std::uint64_t run_entries_ = 0;
  std::optional<Merge> merge_;
};

}  // namespace fiveproof
