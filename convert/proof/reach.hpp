// How many stored positions can be reached from some others.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "proof/graph/proof_graph.hpp"

namespace fiveproof::convert {

class Reach {
 public:
  /// require: the graph outlives it.
  explicit Reach(ProofGraph& graph) : graph_(graph) {}

  /// The positions with the attacker to move that are these or come after them, each counted once. The time
  /// is in proportion to their number; the first call takes 4 bytes for each record.
  [[nodiscard]] std::uint64_t of(std::span<const std::uint32_t> or_positions);
  /// Of a single one; asked for the second time it is known.
  [[nodiscard]] std::uint64_t of(std::uint32_t or_position);

 private:
  ProofGraph& graph_;
  std::vector<std::uint32_t>
      met_;  ///< by position: the number of the count that met it last; empty before the first
  std::uint32_t counts_ = 0;
  std::unordered_map<std::uint32_t, std::uint64_t> known_;
};

}  // namespace fiveproof::convert
