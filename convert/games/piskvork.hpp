// Records of games by Piskvork and by Gomocup's managers: .psq, and its older cousin .rec. One game each.
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
// The header of a .psq: width x height, levels of the two players (0: a person), which of them began, 0 or 1.
// That is not a colour: Black moves first always. A move is x,y and milliseconds, which may be missing; from
// the top left, from 1 in a .psq and from 0 in a .rec. The first line that is no move ends the game; what
// stands there (players in files of tournaments, a result or error code) is kept as it is. No rule set is
// named, and in a .rec no board, which is the caller's word.
//
// Whatever is accepted is written again byte for byte: the facts `header` and `tail` are what stands before
// and after the moves, the SourceBits of a node its time and how its line was written (piskvork.cpp says
// how).
//
// A header that is none and a move off the board are errors with their place; a board that is not square, or
// not from 5x5 to 20x20, is ErrorCode::unsupported. Occupied squares are not looked at. A line behind the
// game that looks like a move is an oddity.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of trees that were read from such records.
inline constexpr std::string_view psq_source = "psq";
inline constexpr std::string_view rec_source = "rec";
/// Of a .rec, if nobody says otherwise.
inline constexpr int usual_rec_size = 20;

/// TreeReading::carried names players and result.
[[nodiscard]] Result<TreeReading> read_psq(std::span<const std::uint8_t> bytes,
                                           const TreeReadOptions& options = {},
                                           const std::string& file_name = {});
[[nodiscard]] Result<TreeReading> read_rec(std::span<const std::uint8_t> bytes,
                                           const TreeReadOptions& options = {},
                                           const std::string& file_name = {}, int size = usual_rec_size);

/// The same bytes as before for a tree that was read from a record of that kind; ErrorCode::malformed when it
/// contradicts itself. Any other: two people, Player 0 began, no times, result -1 (none).
/// ErrorCode::unsupported for a tree of several lines, and for a pass. Texts and marks are losses.
[[nodiscard]] Result<TreeWriting> write_psq(const GameTree& tree);
/// The board is a loss where it is not 20x20.
[[nodiscard]] Result<TreeWriting> write_rec(const GameTree& tree);

}  // namespace fiveproof::convert
