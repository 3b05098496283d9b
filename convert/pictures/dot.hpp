// A proof as a picture in DOT, the language of Graphviz; nothing reads it.
//
//   r0     a claim, as text; an edge from it leads to the position that it claims
//   o17    a box: a position with the attacker to move, labelled with its number of stones. "threats" behind
//          the number says that it has a record without a move, which claims a winning threat sequence
//   a4     an ellipse: a position with the defender to move
//   f17    an end: the move of record 17 makes a five
//   x17    an end: the move of record 17 is illegal, as its square is occupied, or forbidden
//   m4     the stored replies at a4 that `max_width` leaves out, how many they are and what hangs below them
//
// Where `replies_at` tells of replies without a stored move, those of one group are one node; label and
// tooltip are those of convert/pictures/group_text.hpp:
//
//   s4_0   replies at a4 that are lost to the same moves, a winning threat sequence
//   d4_1   replies that make a five
//   g4_2   replies that nobody knows an answer to
//   t4     the sequences, and their replies, that `max_width` leaves out
//
// A stored position without a move to which no other edge leads is in its group and has no node of its own.
//
// Every position is there once, whatever lines lead to it, and stands as it was first met; its stones are its
// tooltip, which SVG shows. An edge names the move on the board of its upper end, so that moves can be
// followed as long as nothing turns. Several replies that lead to one position are one edge, with their
// number: "a1 (4)". Where the boards at the ends differ by more than the move, the edge is dashed. A dotted
// outline says that more is below than `max_depth` shows.
//
//   dot -Tsvg proof.dot -o proof.svg        sfdp instead of dot draws thousands of positions
#pragma once

#include "convert/proof/conversion.hpp"
#include "convert/proof/proof_part.hpp"

namespace fiveproof::convert {

/// Nobody can look at more positions, and the memory of programs that draw grows with the square of them.
inline constexpr std::uint64_t most_drawn = 20'000;

/// ErrorCode::usage when nothing is claimed, or the root is not in the proof; ErrorCode::limit beyond
/// `most_drawn` positions, or beyond those of the part. It takes the memory that ProofGraph takes for the
/// part, and that of the text. require: proof.records is finished, and has fewer than 2^32 records.
[[nodiscard]] Result<Writing> write_dot(const Proof& proof, const PartOptions& part = {},
                                        const RepliesAt& replies_at = {});

}  // namespace fiveproof::convert
