// Entries of one length, sorted in memory without a second copy of all of them.
//
//   add()      fills chunks; so many as fit into the processor's cache are a run, which is sorted when it is
//              full, unless its entries came in ascending order
//   finish()   merges the runs into new chunks; each chunk that has been read is the next that is written to
//
// So a sort takes the entries, and for each run half a chunk more: 3 bytes for each entry of 49. What comes
// in order, as from another file of ours, is not sorted at all. Equal entries are kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fiveproof {

class EntryRuns {
 public:
  using Chunk = std::vector<std::uint8_t>;
  /// What is given back in one piece. One block of memory that grows would hold the entries twice or more
  /// while it does.
  static constexpr std::size_t chunk_entries = 4096;

  /// require: entry_bytes > 0.
  explicit EntryRuns(std::size_t entry_bytes) : entry_bytes_(entry_bytes) {}

  /// require: entry.size() is what it was said to be.
  void add(std::span<const std::uint8_t> entry);
  /// Would the next entry take another chunk?
  [[nodiscard]] bool is_chunk_full() const {
    return chunks_.empty() || chunks_.back().size() == chunk_bytes();
  }
  /// Of the chunks that there are.
  [[nodiscard]] std::size_t held_bytes() const { return chunks_.size() * chunk_bytes(); }

  /// All in ascending order, each once: chunks of chunk_entries entries, and a last one of what is left.
  /// Nothing is left here.
  [[nodiscard]] std::vector<Chunk> finish();
  /// As they are: each run in order if it is full, some repetitions left out. Nothing is left here.
  [[nodiscard]] std::vector<Chunk> take();

 private:
  static constexpr std::size_t run_chunks = 8;

  [[nodiscard]] std::size_t chunk_bytes() const { return chunk_entries * entry_bytes_; }
  /// Of the last chunk. require: there is one.
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
  std::vector<std::size_t> run_ends_;  ///< chunks
  std::size_t run_start_ = 0;          ///< first chunk of the run that is filled
  bool is_ascending_ = true;           ///< all entries so far
  bool is_run_ascending_ = true;
  std::vector<Chunk> spare_;  ///< empty, with room
};

}  // namespace fiveproof
