// Sorts entries of one length in memory without a second copy of all of them.
//
//   add()      fills chunks. So many as fit into the processor's cache are a run, which is sorted when it is
//              full, unless its entries came in ascending order.
//   finish()   merges the runs into new chunks. Each chunk that has been read is written to next.
//
// So a sort takes the memory of the entries and, for each run, that of half a chunk more: 3 bytes for
// each entry of 49 bytes. What comes in order, as from another file of ours, is not sorted at all.
// Equal entries are kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fiveproof {

class EntryRuns {
 public:
  using Chunk = std::vector<std::uint8_t>;
  /// Entries of a chunk, the piece of memory that is given back at once. A single block of memory that grows
  /// would hold the entries twice or more while it does.
  static constexpr std::size_t chunk_entries = 4096;

  /// require: entry_bytes > 0.
  explicit EntryRuns(std::size_t entry_bytes) : entry_bytes_(entry_bytes) {}

  /// Adds a copy of the entry. require: entry.size() == entry_bytes.
  void add(std::span<const std::uint8_t> entry);
  /// Would the next entry take another chunk?
  [[nodiscard]] bool is_chunk_full() const {
    return chunks_.empty() || chunks_.back().size() == chunk_bytes();
  }
  /// The bytes of the chunks that there are.
  [[nodiscard]] std::size_t held_bytes() const { return chunks_.size() * chunk_bytes(); }

  /// Takes all entries out, in ascending order, each once: chunks of chunk_entries entries, of
  /// which the last may have fewer.
  [[nodiscard]] std::vector<Chunk> finish();
  /// Takes all entries out as they are: only full runs are in order, and some repetitions are left out.
  [[nodiscard]] std::vector<Chunk> take();

 private:
  static constexpr std::size_t run_chunks = 8;

  [[nodiscard]] std::size_t chunk_bytes() const { return chunk_entries * entry_bytes_; }
  /// The last entry added. require: there is one.
  [[nodiscard]] const std::uint8_t* last_entry() const {
    return chunks_.back().data() + chunks_.back().size() - entry_bytes_;
  }
  [[nodiscard]] bool is_after_last(const std::uint8_t* entry) const;
  void begin_chunk();
  void append(const std::uint8_t* entry);
  void end_run();
  void sort_run();
  void merge();

  std::size_t entry_bytes_;
  std::vector<Chunk> chunks_;
  std::vector<std::size_t> run_ends_;  ///< for each run the number of the chunk after its last
  std::size_t run_start_ = 0;          ///< the first chunk of the run that is being filled
  bool is_ascending_ = true;           ///< whether all entries came in ascending order
  bool is_run_ascending_ = true;
  std::vector<Chunk> spare_;  ///< chunks whose entries are gone, to be filled again
};

}  // namespace fiveproof
