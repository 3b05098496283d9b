// Records of games by Piskvork and by Gomocup's managers: .psq, and its older cousin .rec. A file is one
// game.
//
//   .psq                          .rec
//   Piskvorky 15x15, 7:7, 0       first.exe          the players, who began first
//   8,8,456                       second.exe
//   9,7,1200                      7,7,456
//   ...                           8,6,1200
//   first.exe                     ...
//   second.exe                    0
//   0
//
// The header of a .psq gives width x height, the levels of the two players (0: a person), and which of them
// began, 0 or 1. That is not a colour: Black always moves first. A move is x, y and milliseconds, which may
// be missing; x and y count from the top left, from 1 in a .psq and from 0 in a .rec. The first line that is
// no move ends the game; what stands there (players in files of tournaments, a result or error code) is kept
// as it is. Neither format names a rule set, and a .rec does not name its board, so the caller does.
//
// Whatever is accepted is written again byte for byte: the facts `header` and `tail` are what stands before
// and after the moves, and the SourceBits of a node hold its time and how its line was written (piskvork.cpp
// says which bit is what).
//
// A damaged header and a move off the board are errors with their place; a board that is not square, or not
// from 5x5 to 20x20, is ErrorCode::unsupported. Nobody looks whether a square is occupied. A line behind the
// game that looks like a move is an oddity.
#pragma once

#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of trees that were read from such records.
inline constexpr std::string_view psq_source = "psq";
inline constexpr std::string_view rec_source = "rec";
/// The board of a .rec, if the caller does not name one: Gomocup's.
inline constexpr int usual_rec_size = 20;

/// TreeReading::carried names the players and the result. ErrorCode::malformed with the byte offset,
/// ErrorCode::unsupported for another board, ErrorCode::limit beyond options.max_nodes.
[[nodiscard]] Result<TreeReading> read_psq(View bytes, const TreeReadOptions& options = {});
[[nodiscard]] Result<TreeReading> read_rec(View bytes, const TreeReadOptions& options = {},
                                           int size = usual_rec_size);

/// A tree that was read from a .psq becomes the same bytes again; ErrorCode::malformed when its bits and
/// facts contradict it. Any other tree becomes a game of two people, which player 0 began, without times,
/// with the result -1 (none). ErrorCode::unsupported for a tree of several lines, and for a pass. Texts and
/// marks are losses.
[[nodiscard]] Result<TreeWriting> write_psq(const GameTree& tree);
/// Does for a .rec what write_psq() does for a .psq; the size of a board other than 20x20 is one more loss.
[[nodiscard]] Result<TreeWriting> write_rec(const GameTree& tree);

}  // namespace fiveproof::convert
