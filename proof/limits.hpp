// What a reader may spend on a file that nobody vouches for.
//
// The limits are set by the caller, not by the format (whose own stand in spec/format.md). A file beyond one
// of them is ErrorCode::limit: nothing is known about whether it is well-formed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/memory/memory_budget.hpp"

namespace fiveproof {

struct ReaderLimits {
  /// Not null: a damaged file is read as far as it goes, and what is dropped of it is told here, in lines for
  /// people. Otherwise it is refused.
  std::vector<std::string>* dropped = nullptr;
  /// The memory for the records; what is beyond it goes to temporary files.
  MemoryBudget budget = {};
  /// How many threads decode blocks, each of which holds one; 0: as many as the machine has.
  unsigned threads = 0;
  /// The length of the whole file in bytes.
  std::uint64_t max_file_bytes = std::uint64_t{4} << 30;
  /// The number of records; each takes size * size / 5 + 4 bytes of memory, and 8 more while they are sorted.
  std::uint64_t max_records = std::uint64_t{32} << 20;
  /// The number of roots, and that of findings.
  std::uint64_t max_roots = std::uint64_t{1} << 16;
  std::uint64_t max_findings = std::uint64_t{1} << 20;
  /// The number of gaps in a gap list.
  std::uint64_t max_gaps = std::uint64_t{1} << 23;
  /// .fvp: the bytes of the header after decompression; compressed, it has no more
  /// than zstd makes of so many.
  std::size_t max_header_bytes = std::size_t{256} << 20;
  /// .fvp: the bytes of one block. 262,144 boards of 20x20, none of which has to do with
  /// another, take less than 32 MiB.
  std::size_t max_payload_bytes = std::size_t{64} << 20;
  /// .fvp: the bytes of all optional sections together, which are kept in memory.
  std::size_t max_section_bytes = std::size_t{256} << 20;
  /// .jsonl and gaps.jsonl: the bytes of one line.
  std::size_t max_line_bytes = std::size_t{1} << 20;
};

}  // namespace fiveproof
