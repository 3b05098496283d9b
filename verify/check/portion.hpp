// Divides a check into portions, which are handed to threads and remembered by a journal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "verify/check/node_checker.hpp"
#include "verify/check/shard.hpp"

namespace fiveproof::verify {

/// The nodes of a shard, cut into portions of equal size (the last one may be smaller).
struct WorkPlan {
  Shard shard;
  std::uint64_t nodes = 0;  ///< number of nodes of the whole proof
  std::uint64_t portion_size = 1;

  [[nodiscard]] std::uint64_t total() const { return shard.size(nodes); }
  [[nodiscard]] std::uint64_t portions() const { return (total() + portion_size - 1) / portion_size; }
  /// How many nodes a portion has. require: portion < portions().
  [[nodiscard]] std::uint64_t size_of(std::uint64_t portion) const {
    return std::min(portion_size, total() - portion * portion_size);
  }
  /// The k-th node of a portion. require: k < size_of(portion).
  [[nodiscard]] NodeId node(std::uint64_t portion, std::uint64_t k) const {
    return static_cast<NodeId>(shard.node(portion * portion_size + k));
  }
};

/// What the check of a portion brought. After an interrupt it has fewer states than the portion has nodes.
struct Portion {
  std::uint64_t number = 0;
  std::vector<NodeState> states;  ///< the state of each node, in the order of the portion
  PlyTallies by_ply;
  std::vector<RawGap> gaps;  ///< by node, then in the order of the check
  std::string plans;         ///< of its nodes, as a piece of a certificate has them; empty: nobody asked
};

}  // namespace fiveproof::verify
