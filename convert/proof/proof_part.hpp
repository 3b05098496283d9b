// Visits a part of a proof, position by position: what is below some roots, down to some depth.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "proof/graph/proof_graph.hpp"

namespace fiveproof::convert {

struct PartOptions {
  /// Begin at this root instead of those of the proof.
  std::optional<Root> root = {};
  /// Visit what is at most so many plies below the nearest root.
  std::optional<std::size_t> max_depth = {};
  /// Of the stored replies at a position go on with at most so many, those that most positions hang below.
  std::optional<std::size_t> max_width = {};
  std::uint64_t max_positions = ~std::uint64_t{0};
};

/// The place of a root. ErrorCode::usage when it is of another board, or an OR position that is not stored.
[[nodiscard]] Result<ProofGraph::Place> place_of_root(ProofGraph& graph, const Root& root);

/// The graph gives `next` as seen from the canonical board of a position; this is how it looks from a board
/// that `symmetry` leads to the canonical one.
[[nodiscard]] inline ProofGraph::Place seen_from(Symmetry symmetry, const ProofGraph::Place& next) {
  return {next.is_or, next.number, symmetry.then(next.symmetry)};
}

/// The roots of the part as places of the graph, seen from their own boards; nothing for a root that is not
/// stored.
using PartRoots = std::vector<std::optional<ProofGraph::Place>>;

/// Is called for each position once, for those nearer to a root first; the symmetry is the one by which the
/// position was first met. `is_cut` says that what is below it is too deep to be visited.
using VisitPosition = std::function<void(const ProofGraph::Place& place, bool is_cut)>;

/// ErrorCode::usage when nothing is claimed, and as place_of_root(); ErrorCode::limit beyond `max_positions`.
/// It takes a bit for each record and each AND position, and what ProofGraph takes.
[[nodiscard]] Result<PartRoots> visit_part(ProofGraph& graph, const PartOptions& options,
                                           const VisitPosition& visit);

}  // namespace fiveproof::convert
