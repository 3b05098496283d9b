// What a reader may spend on a file that nobody vouches for.
//
// The limits are the caller's, not the format's (those stand in spec/format.md). A file beyond one of them is
// ErrorCode::limit: nothing is known about whether it is well-formed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory/memory_budget.hpp"

namespace fiveproof {

struct ReaderLimits {
  /// Memory for the records; beyond it they go to temporary files.
  MemoryBudget budget = {};
  /// That decode blocks; 0: as many as the machine has. Each holds one block.
  unsigned threads = 0;
  /// Bytes of the whole file.
  std::uint64_t max_file_bytes = std::uint64_t{4} << 30;
  /// Records; each takes size * size / 5 + 4 bytes of memory, and 8 more while they are sorted.
  std::uint64_t max_records = std::uint64_t{32} << 20;
  /// Roots and findings, each.
  std::uint64_t max_roots = std::uint64_t{1} << 16;
  std::uint64_t max_findings = std::uint64_t{1} << 20;
  /// Gaps of a gap list.
  std::uint64_t max_gaps = std::uint64_t{1} << 23;
  /// .fvp: bytes of the header after decompression; before it no more than zstd makes of so many.
  std::size_t max_header_bytes = std::size_t{256} << 20;
  /// .fvp: bytes of one block. 262,144 boards of 20x20, none of which has to do with another, take
  /// less than 32 MiB.
  std::size_t max_payload_bytes = std::size_t{64} << 20;
  /// .fvp: bytes of all optional sections together, which are kept.
  std::size_t max_section_bytes = std::size_t{256} << 20;
  /// .jsonl and gaps.jsonl: bytes of one line.
  std::size_t max_line_bytes = std::size_t{1} << 20;
};

}  // namespace fiveproof
