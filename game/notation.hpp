// Squares, moves and positions as text.
//
// A square is a letter a-t (either case; i is used) and a number 1-20 without leading zero. The squares of a
// list are separated by nothing, spaces or commas: "h8i9g7", "h8 i9 g7", "H8,H7". Texts of others may leave
// out the letter i; they can be read (Letters), and are never written.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.hpp"

namespace fiveproof {

[[nodiscard]] std::string to_text(Square s);
/// The squares, separated by one space; the empty string for no squares.
[[nodiscard]] std::string to_text(const std::vector<Square>& squares);
[[nodiscard]] std::string to_text(const SquareSet& squares);
/// What is shown on an empty square.
using Marks = std::map<Square, char>;
/// The board as `size` lines of `X O .` from the top row down, with coordinates, for people; marks take the
/// place of dots.
[[nodiscard]] std::string diagram(const Position& position, const Marks& marks = {});

/// Which letters the columns have: a to t, or, as on many boards of go, a to h and j to u.
enum class Letters : std::uint8_t { all, skip_i };
/// "all" or "skip-i"; anything else is ErrorCode::usage.
[[nodiscard]] Result<Letters> parse_letters(std::string_view text);

/// Reads a single square. A square beyond the board is an error. require: is_board_size(size).
[[nodiscard]] Result<Square> parse_square(std::string_view text, int size, Letters letters = Letters::all);
/// Reads a list of squares. Error::offset is the byte in `text` where reading stopped.
[[nodiscard]] Result<std::vector<Square>> parse_squares(std::string_view text, int size,
                                                        Letters letters = Letters::all);

/// The position after the moves, of which Black makes the first. A move onto an occupied square is an error;
/// whether there is a five before the last move is not looked at (has_five).
[[nodiscard]] Result<Position> position_after(const std::vector<Square>& moves, int size);
/// The position with these stones. A square named twice is an error.
[[nodiscard]] Result<Position> position_of(const std::vector<Square>& black, const std::vector<Square>& white,
                                           Color to_move, int size);

}  // namespace fiveproof
