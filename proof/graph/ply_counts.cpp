#include "proof/graph/ply_counts.hpp"

#include "proof/graph/links.hpp"

namespace fiveproof {

Result<std::map<int, PlyCount>> counts_by_stones(const RecordTable& records) {
  std::map<int, PlyCount> counts;
  for (std::size_t i = 0; i < records.count(); ++i) {
    PlyCount& ply = counts[records.stone_count(i)];
    ++ply.records;
    if (!records.move(i)) ++ply.leaves;
    records.passed(i);
  }
  FIVEPROOF_LET(const auto and_positions, and_positions_by_stones(records));
  for (const auto& [stones, count] : and_positions) counts[stones].and_positions = count;
  return counts;
}

}  // namespace fiveproof
