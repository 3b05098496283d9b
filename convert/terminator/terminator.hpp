// The opening book of the program "Gomoku Terminator" as text: a tree of moves on a 15x15 board, free-style.
//
//   [(88[(99[(77](9:[(78]]]
//
//   (    announces a move: its column, then its row
//   1 ? (ASCII 0x31 to 0x3F) is a column from the left, or a row from the top: 88 is h8, 1? is a1
//   [    opens what follows the move before it, with one move at least
//   ]    closes it
//
// White space may stand between moves and brackets. Black begins, and colours alternate. There are no texts,
// no marks and no attacker: the program itself plays such a book for Black. Each first move is a root. The
// notation is described by those who decoded the program's book; nothing writes it.
//
// No function calls itself, however deep the brackets are, and a node takes no memory but the tree's.
#pragma once

#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

inline constexpr int terminator_board_size = 15;
/// GameTree::source() of a tree that was read from such a book.
inline constexpr std::string_view terminator_source = "terminator";

/// ErrorCode::malformed with the byte offset of what is none of the above; ErrorCode::limit beyond
/// `max_nodes`. A file that was cut is always an error.
[[nodiscard]] Result<TreeReading> read_terminator(View bytes, const TreeReadOptions& options = {});

}  // namespace fiveproof::convert
