// How a position is reached: a line from a claim.
#pragma once

#include <optional>
#include <vector>

#include "proof/proof.hpp"

namespace fiveproof::explore {

/// A line of play from a root that follows stored moves.
struct Way {
  std::size_t root = 0;  ///< index in the proof
  Symmetry turn = {};    ///< takes the board of the root to that of the position asked about
  /// From there, on the board of the position asked about; empty at the root itself.
  std::vector<Square> moves;
};

/// A way to the position, nothing if there is none. The moves of the attacker are those of records, the replies any legal
/// ones, so that the position need not be stored itself. Of several ways it is the first that is met going back, with
/// squares in ascending order. require: it has the board size of the proof, whose records are finished.
[[nodiscard]] std::optional<Way> way_to(const Proof& proof, const Position& position);

}  // namespace fiveproof::explore
