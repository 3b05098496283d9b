// How a position is reached: lines from claims.
#pragma once

#include <optional>
#include <vector>

#include "explore/asked.hpp"
#include "proof/proof.hpp"

namespace fiveproof::explore {

/// A line of play from a root that follows stored moves.
struct Way {
  std::size_t root = 0;  ///< index in the proof
  Symmetry turn = {};    ///< takes the board of the root to that of the position asked about
  /// From there, on the board of the position asked about; empty at the root itself.
  std::vector<Square> moves;

  /// The same moves on the board of the root.
  [[nodiscard]] std::vector<Square> line(int size) const;
};

/// A way to the position, nothing if there is none. The moves of the attacker are those of records, the
/// replies any legal ones, so that the position need not be stored itself. Of several ways it is the first
/// that is met going back, with squares in ascending order. require: it has the board size of the proof,
/// whose records are finished.
[[nodiscard]] std::optional<Way> way_to(const Proof& proof, const Asked& asked);

/// A way through each position from which one move leads here, so that lines that meet here can be told
/// apart. Positions that are equal up to symmetry count as one; the last moves are in ascending order.
/// Conditions are those of way_to().
[[nodiscard]] std::vector<Way> ways_to(const Proof& proof, const Asked& asked);

}  // namespace fiveproof::explore
