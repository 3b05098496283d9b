// A proof as a picture: DOT, the language of Graphviz; write only.
//
//   r0     a claim, as text; an edge from it leads to the position it claims
//   o17    a position with the attacker to move, a box: its number of stones. "threats" behind it: without a
//          move, it claims a winning threat sequence
//   a4     a position with the defender to move, an ellipse
//   f17    the end: the move of record 17 makes a five; x17: it is illegal, onto an occupied square
//
// Every position is there once, whatever lines lead to it, and stands as it was first met (its stones are its
// tooltip, which SVG shows); an edge names the move on the board of its upper end, so that moves can be
// followed as long as nothing turns. Several replies that lead to one position are one edge, with their
// number: "a1 (4)". Where the boards at the ends differ by more than the move, the edge is dashed. A dotted
// outline says that more is below than `max_depth` shows.
//
//   dot -Tsvg proof.dot -o proof.svg        sfdp, for thousands of positions
#pragma once

#include "convert/proof/conversion.hpp"

namespace fiveproof::convert {

struct DotOptions {
  /// Show what is below this root.
  std::optional<Root> root = {};
  /// Show what is at most so many plies below a root.
  std::optional<std::size_t> max_depth = {};
  /// More are no picture; programs that draw take memory with their square.
  std::uint64_t max_nodes = 20'000;
};

/// ErrorCode::usage when nothing is claimed, or `root` is not in the proof; ErrorCode::limit beyond
/// `max_nodes` positions. Memory: what ProofGraph takes for the part, and the text. require: proof.records is
/// finished, and fewer than 2^32.
[[nodiscard]] Result<Writing> write_dot(const Proof& proof, const DotOptions& options = {});

}  // namespace fiveproof::convert
