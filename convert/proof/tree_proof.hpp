// The proof that a tree of moves amounts to, once it is said what it claims.
//
// A tree names no claim: the caller does (TreeClaim). Then, at and below each root:
//
//   attacker's move      a record: the position before it, with that move
//   defender's move      nothing of its own; if the line ends here, a record without a move: a winning threat
//                        sequence is claimed. If the same position has a move elsewhere, the line went on
//                        there, and the move is the record.
//   several moves        of the attacker at one position: all of them are records, which verify calls
//                        contradictory, or the one that Prefer picks
//   occupied square      a finding of kind illegal-move: the position before it, the move as `by`
//   not his turn, pass   the same; a pass has no `by`
//   after a five         a finding of kind after-end at the first move
//   below those          nothing: it is on no board
//
// A root is found by its position, whatever the order of its moves; nodes that are below none are no part of
// the proof. Forbidden moves of renju are not looked for. Nothing is lost here: the caller keeps the tree.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "convert/proof/conversion.hpp"
#include "convert/tree/game_tree.hpp"

namespace fiveproof::convert {

struct TreeClaim {
  RuleSet rule = RuleSet::freestyle;
  Color attacker = Color::black;
  /// As moves from the empty board. None: a study, which claims nothing; all of the tree becomes records.
  std::vector<std::vector<Square>> roots = {};
  Prefer prefer = Prefer::all;
};

/// Where a node stands in its file; asked in the order of the nodes.
using OffsetOfNode = std::function<std::optional<std::uint64_t>(NodeNumber)>;

/// The records are finished; remarks are in `carried`. ErrorCode::usage when a root is no position, or
/// stands nowhere in the tree; ErrorCode::limit for too many records or findings; ErrorCode::io as
/// RecordTable::finish_within_budget. No error has a file.
[[nodiscard]] Result<Reading> proof_of_tree(const GameTree& tree, const TreeClaim& claim,
                                            const ReaderLimits& limits = {}, const OffsetOfNode& offset = {});

}  // namespace fiveproof::convert
