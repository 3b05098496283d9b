// rv2's store, store.dat ("VY"): the tree of a search on a 15x15 board, in binary.
//
//   file    "VY" state count child*         the empty board; its state is 80, "none"
//   child   square state count child*       nodes in pre-order, of 3 bytes each, without padding or checksum
//   square  row << 4 | column, both from 0, rows from the top: a15 is 00, o1 is EE
//   state   signed: the game is over after |state| - 1 more plies; negative after a move of Black's
//   count   number of children, one byte
//
// The empty board becomes the root of the tree, and states become comments, "claimed length 17", as the
// numbers of rv2's JSON do (convert/tree/claimed_length.hpp). A state that is no such claim (one of the root,
// 0, or one with the sign of the other side) stays beside its node, in SourceBits, and is an oddity. The file
// names no rule set; Black is the attacker.
//
// A square that is not on the board, a file that ends where a node must follow, and one that goes on behind
// the last node are errors. While a file is read, each node of the line takes a byte.
#pragma once

#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

inline constexpr int rv2_store_board_size = 15;
/// GameTree::source() of a tree that was read from a store of rv2.
inline constexpr std::string_view rv2_store_source = "rv2-store";

/// ErrorCode::malformed with the byte offset; ErrorCode::limit beyond `max_nodes`. With `keep_cut` a file
/// that ends behind a whole node is read as far as it goes.
[[nodiscard]] Result<TreeReading> read_rv2_store(View bytes, const TreeReadOptions& options = {});

/// Writes the bytes that the tree was read from. ErrorCode::unsupported for a tree of another source, which
/// has no states; ErrorCode::malformed for one that says it came from a store, but contradicts itself.
[[nodiscard]] Result<TreeWriting> write_rv2_store(const GameTree& tree);

}  // namespace fiveproof::convert
