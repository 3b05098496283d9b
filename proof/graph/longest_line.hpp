// The longest line of play that a proof's records tell.
#pragma once

#include <optional>
#include <vector>

#include "proof/proof.hpp"

namespace fiveproof {

struct Line {
  std::size_t root = 0;       ///< index of the root in the proof
  std::vector<Square> moves;  ///< from the root, in its orientation; the last is a record's
};

/// A line from one of the roots that follows stored moves and ends with the move of a stored position, such
/// that no stored position with more stones can be reached. Nothing when no line leads from a root to a
/// record with a move, or when it takes more than `look_ups`, as strays can make it long. Where a position
/// has contradictory records, only the first counts. require: proof.records is finished.
[[nodiscard]] std::optional<Line> longest_line(const Proof& proof, std::size_t look_ups = 10'000'000);

}  // namespace fiveproof
