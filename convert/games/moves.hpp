// Lines of moves as text, one on each line, in the notation of this project (game/notation.hpp):
//
//   # h8 is the centre of a 15x15 board; a1 is bottom left, the letter i is used
//   h8 i9 g7
//   h8i9g9
//   H8,H7,--,J9                  # -- is a pass
//
// Black moves first and colours alternate. Nothing, spaces, tabs or commas stand between squares; # begins a
// comment, and empty lines count for nothing. The file does not name its board, so the caller does. All lines
// together are one tree; convert/games/line_list.hpp says what is kept of how they were written.
//
// Anything that is no square of the board is an error with its place. Nobody looks whether a square is
// occupied.
#pragma once

#include <string>
#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of a tree that was read from lines of moves.
inline constexpr std::string_view moves_source = "moves";

/// ErrorCode::malformed with the byte offset for what is no move; ErrorCode::limit beyond options.max_nodes
/// or 4 GiB; ErrorCode::unsupported for a size below 5 or above 20.
[[nodiscard]] Result<TreeReading> read_moves(View bytes, const TreeReadOptions& options = {}, int size = 15);

/// Writes one line for each leaf, with the leaf's comment above it; or the file again, if the tree was read
/// from such a file. Other texts, marks and labels are losses, and so is the size of a board other than
/// 15x15.
[[nodiscard]] Result<TreeWriting> write_moves(const GameTree& tree);

/// Reads one move, a square or --, and sets `at` behind it. Error::offset is a place in the text.
[[nodiscard]] Result<TreeMove> read_move(std::string_view text, std::size_t& at, int size);
/// The move as read_move() takes it, such as "h8" or "--". require: a square or a pass.
[[nodiscard]] std::string to_text(TreeMove move, int size);

}  // namespace fiveproof::convert
