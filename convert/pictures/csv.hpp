// Counts by ply as CSV, for plots; nothing reads it. As in RFC 4180 there are a header line, commas, and CRLF
// behind every line.
//
//   stones         number of stones on the board, ascending; numbers without any record are left out
//   records        records with so many stones; the attacker is to move
//   without_move   those of them that have no move, and so claim a winning threat sequence
//   after_moves    positions, up to symmetry, that the records' moves lead to; they have one stone more
//
// These are the numbers that `fiveproof info` prints. With a root or a depth only what is below it is
// counted.
#pragma once

#include "convert/proof/conversion.hpp"
#include "convert/proof/proof_part.hpp"

namespace fiveproof::convert {

/// ErrorCode::usage when a depth is given and nothing is claimed, or the root is not in the proof;
/// ErrorCode::io when records are on a disk that fails. Everything but the counts is lost, and named as a
/// loss. require: proof.records is finished, and has fewer than 2^32 records.
[[nodiscard]] Result<Writing> write_csv(const Proof& proof, const PartOptions& part = {});

}  // namespace fiveproof::convert
