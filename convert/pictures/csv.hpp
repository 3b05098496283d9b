// Counts by ply as CSV, for plots; write only. RFC 4180: a header line, commas, CRLF behind every line.
//
//   stones         on the board; ascending, each number once, those without any record left out
//   records        with so many stones and the attacker to move
//   without_move   of these: they claim a winning threat sequence
//   after_moves    positions, up to symmetry, that their moves lead to; they have one stone more
//
// The same numbers as `fiveproof info` prints. With a root or a depth only what is below it is counted.
#pragma once

#include "convert/proof/conversion.hpp"

namespace fiveproof::convert {

struct CsvOptions {
  /// Count what is below this root.
  std::optional<Root> root = {};
  /// Count what is at most so many plies below a root.
  std::optional<std::size_t> max_depth = {};
};

/// ErrorCode::usage when a depth is given and nothing is claimed, or `root` is not in the proof;
/// ErrorCode::io when records are on a disk that fails. Everything but the counts is a loss; the losses name
/// it. require: proof.records is finished, and fewer than 2^32.
[[nodiscard]] Result<Writing> write_csv(const Proof& proof, const CsvOptions& options = {});

}  // namespace fiveproof::convert
