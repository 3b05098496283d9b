// Lines of moves as text, one a line, in the notation of this project (game/notation.hpp):
//
//   # h8 is the centre of a 15x15 board; a1 is bottom left, the letter i is used
//   h8 i9 g7
//   h8i9g9
//   H8,H7,--,J9                  # -- is a pass
//
// Black moves first, colours alternate. Squares are separated by nothing, spaces, tabs or commas; # begins a
// comment, empty lines count for nothing. The board is the caller's word. All lines together are one tree;
// convert/games/line_list.hpp says what is kept of how they were written.
//
// A square that is none, or is not on the board, is an error with its place. Occupied squares are not looked
// at.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of a tree that was read from lines of moves.
inline constexpr std::string_view moves_source = "moves";

/// ErrorCode::malformed with the byte offset for what is no move; ErrorCode::limit beyond
/// options.max_nodes or 4 GiB; ErrorCode::unsupported for a size that is no board's.
[[nodiscard]] Result<TreeReading> read_moves(std::span<const std::uint8_t> bytes,
                                             const TreeReadOptions& options = {},
                                             const std::string& file_name = {}, int size = 15);

/// One line for each leaf, with the leaf's comment above it; or the file again, if the tree was read from
/// one. Other texts, marks and labels are losses, and so is the size of a board that is not 15x15.
[[nodiscard]] Result<TreeWriting> write_moves(const GameTree& tree);

/// Reads one move, a square or --, and moves `at` behind it. Error::offset is a place in the text.
[[nodiscard]] Result<TreeMove> read_move(std::string_view text, std::size_t& at, int size);
/// "h8", "--". require: not none.
[[nodiscard]] std::string to_text(TreeMove move, int size);

}  // namespace fiveproof::convert
