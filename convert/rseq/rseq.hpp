// renlibonline's sequences, .rseq.json: a tree of moves on a 15x15 board, as one flat list of nodes.
//
//   {"id":"seq-1","name":"...","roots":[0],"nodes":[[7,7,0,1,2],[8,6,1,-1,0],[9,6,1,-1,0]]}
//
//   node    [x, y, player, first child, number of children]
//   x, y    count from 0, from the top left: [8,6] is i9
//   player  0 is Black, 1 is White; they take turns
//   child   is the number of the first child, which the others follow; -1 when there is none
//
// Members may come in any order. There are no texts, no marks, no rule set, no attacker and no claim.
//
// How it is read:
//
//   roots      The moves at the top, in their order; there may be several.
//   children   They come behind their parent, each node in one place only, so that what the roots lead to is
//              a tree, and all there is. A child that is not behind its parent (so every cycle), a node that
//              is reached twice, one that no root leads to, and children beyond the last node are errors.
//   players    A move of the side that moved before, or a first move of White's, is marked as out of turn and
//              is an oddity with its place.
//   id, name   They become the facts `id` and `name`, in UTF-8. Other members are losses.
//   the rest   The order of the nodes in the file, and white space, say nothing and are not kept.
//
// Hostile input costs 14 bytes of memory for each node until the tree is made of them; no function calls
// itself.
#pragma once

#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

inline constexpr int rseq_board_size = 15;
/// GameTree::source() of a tree that was read from a sequence.
inline constexpr std::string_view rseq_source = "rseq";

/// ErrorCode::malformed with the byte offset of the node, or of what is wrong outside of nodes;
/// ErrorCode::limit beyond `max_nodes` or 4 GiB. A file that was cut is always an error. Nothing writes the
/// format.
[[nodiscard]] Result<TreeReading> read_rseq(View bytes, const TreeReadOptions& options = {});

}  // namespace fiveproof::convert
