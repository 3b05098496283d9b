// Counts how many positions a proof has of each number of stones.
#pragma once

#include <cstdint>
#include <map>

#include "proof/records/record_table.hpp"

namespace fiveproof {

struct PlyCount {
  std::uint64_t records = 0;
  std::uint64_t leaves = 0;         ///< records without a move
  std::uint64_t and_positions = 0;  ///< AND positions that the moves lead to, up to symmetry
};

/// The counts by the number of stones of the records. Conditions and cost are those of
/// and_positions_by_stones (proof/graph/links.hpp).
[[nodiscard]] Result<std::map<int, PlyCount>> counts_by_stones(const RecordTable& records);

}  // namespace fiveproof
