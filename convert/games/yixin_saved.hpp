// Games as Yixin-Board saves and opens them: .sav, and .pos, which it opens alone. A file is one game, Black
// first; there is no pass, and no text.
//
//   .sav   15         height, in lines of text           .pos   u8 number of moves, then for each move
//          15         width                                     u8 15 * column + row, on a 15x15 board
//          2          number of moves
//          7 7        row and column of a move
//          6 8
//
// Rows and columns count from the top left, from 0. Until May 2015 the second line of a .sav was the rule set
// (0 freestyle, 1 standard, 2 renju), which no board is as small as. Bytes behind the last move are kept.
//
// Whatever is accepted is written again byte for byte: the facts `header` and `tail` are what stands before
// and after the moves, and the SourceBits of a move say how its line ended.
#pragma once

#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of trees that were read from such files.
inline constexpr std::string_view sav_source = "sav";
inline constexpr std::string_view pos_source = "pos";

/// ErrorCode::malformed with the byte offset for what is no such file or ends early, and for moves off the
/// board; ErrorCode::unsupported for a board that is not square, or not from 5x5 to 20x20; ErrorCode::limit
/// beyond options.max_nodes. Bytes behind the last move are an oddity. Nobody looks whether a square is
/// occupied.
[[nodiscard]] Result<TreeReading> read_sav(View bytes, const TreeReadOptions& options = {});
[[nodiscard]] Result<TreeReading> read_pos(View bytes, const TreeReadOptions& options = {});

/// A tree that was read from such a file becomes the same bytes again; ErrorCode::malformed when its bits and
/// facts contradict it. ErrorCode::unsupported for a tree of several lines and for a pass; a .pos is 15x15
/// and has at most 255 moves. Texts and marks are losses.
[[nodiscard]] Result<TreeWriting> write_sav(const GameTree& tree);
[[nodiscard]] Result<TreeWriting> write_pos(const GameTree& tree);

}  // namespace fiveproof::convert
