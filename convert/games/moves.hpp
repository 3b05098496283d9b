// Lines of moves as text, one on each line, in the notation of this project (game/notation.hpp):
//
//   # h8 is the centre of a 15x15 board; a1 is bottom left, the letter i is used
//   h8 i9 g7
//   h8i9g9
//   H8,H7,--,J9                  # -- is a pass
//
//   https://gomocalc.com/#/h8i9  # a position code in the address of a web tool
//
// Black moves first and colours alternate. Nothing, spaces, tabs or commas stand between squares; # begins a
// comment, and empty lines count for nothing. Of an address only what is behind its last / # ? & or = is
// read. The file does not name its board, so the caller does. All lines together are one tree;
// convert/games/line_list.hpp says what is kept of how they were written.
//
// Letters that skip i are read when the caller says so; what is written never skips it. Anything that is no
// square of the board is an error with its place, which proposes them where every line fits them. Nobody
// looks whether a square is occupied.
#pragma once

#include <string>
#include <string_view>

#include "convert/tree/tree_reading.hpp"
#include "game/notation.hpp"

namespace fiveproof::convert {

/// GameTree::source() of a tree that was read from lines of moves.
inline constexpr std::string_view moves_source = "moves";

/// ErrorCode::malformed with the byte offset for what is no move; ErrorCode::limit beyond options.max_nodes
/// or 4 GiB; ErrorCode::unsupported for a size below 5 or above 20.
[[nodiscard]] Result<TreeReading> read_moves(View bytes, const TreeReadOptions& options = {}, int size = 15,
                                             Letters letters = Letters::all);

/// The position code of each leaf, a line each: squares with nothing between them, as web tools and
/// Yixin-Board (putpos) take it. Comments are losses; ErrorCode::unsupported for a pass.
[[nodiscard]] Result<TreeWriting> write_codes(const GameTree& tree);

/// Writes one line for each leaf, with the leaf's comment above it; or the file again, if the tree was read
/// from such a file. Other texts, marks and labels are losses, and so is the size of a board other than
/// 15x15.
[[nodiscard]] Result<TreeWriting> write_moves(const GameTree& tree);

/// What is proposed where squares fit only so, for people.
inline constexpr std::string_view fits_letters_that_skip_i =
    "every square fits letters that skip i (--letters skip-i)";

/// How many bytes of a text are the address that a position code stands in, http://... or https://...; 0: it
/// is no address.
[[nodiscard]] std::size_t address_bytes(std::string_view text);
/// Is a word an address, or a position code, a letter and a number and so on: a game without a file?
[[nodiscard]] bool is_game(std::string_view word);

/// Reads one move, a square or --, and sets `at` behind it. Error::offset is a place in the text.
[[nodiscard]] Result<TreeMove> read_move(std::string_view text, std::size_t& at, int size,
                                         Letters letters = Letters::all);
/// The move as read_move() takes it, such as "h8" or "--". require: a square or a pass.
[[nodiscard]] std::string to_text(TreeMove move, int size);

}  // namespace fiveproof::convert
