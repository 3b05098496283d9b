// Parts of proofs: some positions answered anew, some left out.
#pragma once

#include <span>

#include "proof/proof.hpp"

namespace fiveproof {

/// The claims of `base`, all records of `patch`, and those of `base` at positions for which `patch` has none.
/// Findings of `base` at a position that `patch` claims are settled. require: same rule, size and attacker;
/// both tables are finished.
[[nodiscard]] Proof patched(const Proof& base, const Proof& patch);

/// Without the records at and above `gaps`: those that play can lead from to one of these OR positions, over
/// whatever replies, in whatever orientation. When `gaps` are all that verify found, what is left holds, and
/// claims nothing. Findings count as gaps.
[[nodiscard]] Proof without_gaps(const Proof& proof, std::span<const Position> gaps);

}  // namespace fiveproof
