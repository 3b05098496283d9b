// What a proof says and a tree lacks, put into the tree where it belongs. The tree stays as it is.
//
// The proof is followed through the tree below each of its claims: at every position that it has, in whatever
// line, along its moves. What the tree shows there, taken for a proof of the same claim
// (convert/proof/tree_proof.hpp), is known. New is
//
//   a reply         after which the tree knows no answer anywhere; the proof's answer and all below it hang
//                   at that reply, in every line that leads there
//   a first move    where a line of the tree ends with the attacker to move
//   another move    where the tree has moves of the attacker, but none that the proof has: the proof's comes
//                   first, and the others get the comment "refuted: h8 instead". `solve` gives a move up when
//                   nothing that was tried wins after a reply
//
// Positions that the tree has in another line are not repeated in its own nodes; below a new node all is in
// full, turned and mirrored as the board there is.
//
// It takes what ProofGraph does, the records of the tree, and 8 bytes for each of its nodes.
#pragma once

#include "convert/proof/conversion.hpp"
#include "convert/unite/tree_union.hpp"

namespace fiveproof::convert {

struct GraftOptions {
  /// If there is one, the tree's first comment names the proof.
  NewMark mark = NewMark::none;
  std::uint64_t max_nodes = 20'000'000;  ///< of the new ones
};

/// ErrorCode::usage when nothing is claimed, no line of the tree leads to a claim, or the boards differ;
/// ErrorCode::limit beyond `max_nodes`, and as unite() and proof_of_tree(). require: proof.records is
/// finished.
[[nodiscard]] Result<TreeUnion> put_into(GameTree source, const Proof& proof,
                                         const GraftOptions& options = {}, const ReaderLimits& limits = {});

}  // namespace fiveproof::convert
