// A part of a proof, position by position: what is below some roots, down to some depth.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "proof/graph/proof_graph.hpp"

namespace fiveproof::convert {

struct PartOptions {
  /// This root instead of those of the proof.
  std::optional<Root> root = {};
  /// Plies below the nearest root.
  std::optional<std::size_t> max_depth = {};
  std::uint64_t max_positions = ~std::uint64_t{0};
};

/// The roots of the part as places of the graph, from their own boards; nothing where one is not stored.
using PartRoots = std::vector<std::optional<ProofGraph::Place>>;

/// What `visit` is told: each position once, those nearer to a root first; the symmetry is that of the place
/// where it was first met. `is_cut`: what is below it is too deep.
using VisitPosition = std::function<void(const ProofGraph::Place& place, bool is_cut)>;

/// ErrorCode::usage when nothing is claimed, or `root` is an OR position that is not stored or of another
/// board; ErrorCode::limit beyond `max_positions`. Takes a bit for each record and AND position, and what
/// ProofGraph takes.
[[nodiscard]] Result<PartRoots> visit_part(ProofGraph& graph, const PartOptions& options,
                                           const VisitPosition& visit);

}  // namespace fiveproof::convert
