// Several proofs of one game as one, and one proof without what it does not need.
#pragma once

#include <cstdint>
#include <vector>

#include "proof/proof.hpp"

namespace fiveproof {

/// Which move stays at a position where proofs have several.
enum class Prefer {
  first,     ///< that of the first proof which has the position
  smallest,  ///< that which needs the fewest further records
};

struct Merged {
  Proof proof;
  std::uint64_t repeated = 0;        ///< records that stood in an earlier proof already
  std::uint64_t other_moves = 0;     ///< records left out: another move at their position stays
  std::uint64_t other_sections = 0;  ///< sections left out: an earlier proof has one of their kind
};

/// The union. Where proofs have different moves at one position the first of them is followed, and all that
/// one has below it is there. With Prefer::smallest that is so if all of them verify, and of two moves at one
/// position of one proof, too, one stays. Roots and findings keep their order; a root that is there already
/// is not repeated. Two moves at one position of one proof stay: that is for a verifier to say. require:
/// proofs is not empty, all are finished. ErrorCode::usage when rule set, board or attacker differ,
/// ErrorCode::io when the records are beyond the first proof's budget, which is the union's, and the disk is
/// full.
[[nodiscard]] Result<Merged> merge(const std::vector<Proof>& proofs, Prefer prefer = Prefer::first);

/// One move at each position: that with the fewest records below it (proof/graph/links.hpp, smallest_records).
/// Returns how many records go. For proofs that verify, and unions of them: what is missing below a move
/// makes it look small. Even then a reply may be left open
/// (docs/decisions/proof-smallest-of-two.md): verify what comes of it. Conditions and errors are those of trim().
[[nodiscard]] Result<std::uint64_t> keep_smallest(Proof& proof);

/// Without the records that no check of a claim looks at (proof/graph/links.hpp). What a verifier says about the
/// claims stays the same. Returns how many it dropped. require: the proof is finished. ErrorCode::io, with
/// the proof as it was, when its records are beyond its budget and the disk is full.
[[nodiscard]] Result<std::uint64_t> trim(Proof& proof);

}  // namespace fiveproof
