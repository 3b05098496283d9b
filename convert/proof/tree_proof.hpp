// The proof that a tree of moves amounts to, once it is said what it claims.
//
// A tree names no claim: the caller does (TreeClaim). Then this is what becomes of the nodes at and below
// each root:
//
//   attacker's move      A record: the position before the move, with the move.
//   defender's move      Nothing of its own. If the line ends here, a record without a move, which claims a
//                        winning threat sequence; if the same position has a move elsewhere, the line goes on
//                        there, and the record has that move.
//   several moves        If the attacker has several at one position, all of them become records, of which
//   one
//                        has to win, or only the one that MoveChoice picks. Their order in the file goes
//                        along.
//   occupied square      A finding of kind illegal-move, with the position before the move, and the move as
//                        its `by`.
//   not his turn, pass   A finding of kind illegal-move, too; for a pass it has no `by`.
//   forbidden point      Of the attacker: a finding of kind forbidden-move. Of the defender: lost at once;
//   what is
//                        below is left out and counted.
//   five unparried       Renju: a move of the attacker that makes no five and leaves one to the defender is a
//   record,
//                        and a finding of kind refuted-move.
//   after a five         A finding of kind after-end at the first move.
//   below those          Nothing, as there is no board on which it could be played.
//
// A root is found by its position, whatever the order of its moves; nodes that are below no root are no part
// of the proof, and nobody looks for forbidden points there. Nothing is lost here: the caller keeps the tree.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "convert/proof/conversion.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// What a tree is said to claim.
struct TreeClaim {
  RuleSet rule = RuleSet::freestyle;
  Color attacker = Color::black;
  /// Moves from the empty board to each root. Without any the tree is a study, which claims nothing, and all
  /// of it becomes records.
  std::vector<std::vector<Square>> roots = {};
  MoveChoice prefer = MoveChoice::all;
};

/// Tells where a node stands in its file; it is asked in the order of the nodes.
using OffsetOfNode = std::function<std::optional<std::uint64_t>(NodeNumber)>;

/// The records of the result are finished; remarks are in `carried`. ErrorCode::usage when a root is no
/// position, or no line of the tree leads to it; ErrorCode::limit for too many records or findings;
/// ErrorCode::io when RecordTable::finish_within_budget fails. Errors name no file.
[[nodiscard]] Result<Reading> proof_of_tree(const GameTree& tree, const TreeClaim& claim,
                                            const ReaderLimits& limits = {}, const OffsetOfNode& offset = {});

/// What is wrong in a tree whoever is said to win: moves onto occupied squares, out of turn, or after a five,
/// and Black's moves onto forbidden points. No root is named; lines begin at the empty board. Errors are
/// those of proof_of_tree.
[[nodiscard]] Result<std::vector<Gap>> findings_of_tree(const GameTree& tree, RuleSet rule,
                                                        const ReaderLimits& limits = {},
                                                        const OffsetOfNode& offset = {});

/// The lines of so many moves, one for each position up to symmetry, in the order of the file. Lines with a
/// pass or a move that cannot be played are left out.
[[nodiscard]] std::vector<std::vector<Square>> roots_after(const GameTree& tree, std::size_t stones);

}  // namespace fiveproof::convert
