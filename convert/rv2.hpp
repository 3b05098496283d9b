// rv2's JSON: a solution as nested objects, 15x15, Black attacks.
//
//   {"h8":{"h10":{"g7":{"b10":{"g8":17},"j12":18}}}}
//
// A key is a square (a1 bottom left), Black's and White's moves in turn from the empty board; a value is an
// object with the next moves, or a number at the end of a line: "N - 1 more plies". The file names no rule
// set.
//
// How it is read (also in spec/conversion.md):
//
//   first moves        each is a root: "Black wins from h8"; the claim is the AND position after it. With a
//   root given
//                      by the caller, that is the only one; given as the empty board, the first moves become
//                      records.
//   Black's move       a record: the position before it, with that move. If the line ends here, no reply is
//   stored. White's move       nothing of its own; if the line ends here, a record without a move. numbers a
//   loss: a proof has no claimed lengths. two Black moves    at one position: two records, which verify calls
//   contradictory. occupied square    a finding of kind illegal-move, with the line to the position before it
//   and the move as `by`;
//                      what hangs below it cannot be put on a board and is counted as a loss.
//   {}                 after Black's move: as a number. After White's move it claims nothing: counted as a
//   loss.
//
// Hostile input: nesting is held on a stack of our own and ends at 225 moves; the records are bounded by the
// limits.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "convert/conversion.hpp"

namespace fiveproof::convert {

inline constexpr int rv2_board_size = 15;

/// ErrorCode::usage when `wanted` has no rule set, or a size or attacker that rv2 cannot mean;
/// ErrorCode::malformed, with the byte offset, for what is not rv2; ErrorCode::limit for too many records.
[[nodiscard]] Result<Reading> read_rv2(std::span<const std::uint8_t> bytes, const Wanted& wanted,
                                       const std::string& file_name = {});

/// Unfolds the proof into a tree: a position reached by several lines is written below each.
///
/// A proof knows no lengths, so a leaf gets the least number the rules allow: 1 after a five, else 3 after
/// Black's move and 2 after White's. That, the rule set, findings, records that no root reaches and roots
/// that rv2 cannot name are losses. ErrorCode::unsupported when size or attacker do not fit or no root is
/// given by moves; ErrorCode::limit beyond `max_nodes` moves. require: proof.records is finished.
[[nodiscard]] Result<Writing> write_rv2(const Proof& proof, std::uint64_t max_nodes = 4'000'000);

}  // namespace fiveproof::convert
