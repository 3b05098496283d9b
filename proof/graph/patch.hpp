// Makes proofs of parts of others: with some positions answered anew, or some left out.
#pragma once

#include <span>

#include "proof/proof.hpp"

namespace fiveproof {

/// A proof with the claims of `base`, all records of `patch`, and those of `base` at positions for which
/// `patch` has none. Findings of `base` at a position that `patch` claims are settled. require: both have the
/// same rule set, size and attacker; both tables are finished.
[[nodiscard]] Proof patched(const Proof& base, const Proof& patch);

/// The proof without the records at and above `gaps`: those from which play can lead to one of these OR
/// positions, over whatever replies, in whatever orientation. When `gaps` are all that verify found, what is
/// left holds, and claims nothing. Findings count as gaps. require: the table is finished.
[[nodiscard]] Proof without_gaps(const Proof& proof, std::span<const Position> gaps);

}  // namespace fiveproof
