// What the claims reach, and what that means: from results per node to verdicts and a list of gaps.
//
// The graph has the nodes of record_check.hpp; an edge is a reply whose position is stored. Stones only
// increase along an edge, so there are no cycles, and a claim is proved exactly when every node it reaches
// holds its rules.
#pragma once

#include <vector>

#include "verify/record_check.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::verify {

/// All that the checks of the nodes brought, in an order that does not depend on threads.
struct CheckedNodes {
  std::vector<NodeResult> results;  ///< one per node
  std::vector<Edge> edges;          ///< sorted by `from`, then reply
  std::vector<RawGap> gaps;         ///< sorted by node, then as found

  /// Puts edges and gaps, collected by several threads, into that order.
  void sort();
};

/// Fills in the verdicts, the gaps and the counts of `out`, whose effort and interrupted are already set.
/// Without an interrupt, a verdict is VERIFIED only here. `percent_done` is for those that are UNDECIDED.
/// require: `nodes` is sorted.
void conclude(const Proof& proof, const PositionIndex& index, const CheckedNodes& nodes, int percent_done,
              Verification& out);

}  // namespace fiveproof::verify
