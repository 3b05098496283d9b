// Makes one proof of several of one game, and leaves out of a proof what it does not need.
#pragma once

#include <cstdint>
#include <vector>

#include "proof/proof.hpp"

namespace fiveproof {

/// Which move stays at a position where proofs have several.
enum class Prefer {
  first,     ///< the move of the first proof that has the position
  smallest,  ///< the move that needs the fewest further records
};

struct Merged {
  Proof proof;
  std::uint64_t repeated = 0;        ///< records that stood in an earlier proof already
  std::uint64_t other_moves = 0;     ///< records left out: another move at their position stays
  std::uint64_t other_sections = 0;  ///< sections left out: an earlier proof has one of their kind
};

/// The union of the proofs. Where they have different moves at one position, the first proof is
/// followed, and all that it has below that move is there. With Prefer::smallest that is so if all of
/// them verify; then of two moves at one position of one proof, too, one stays. Otherwise both stay, and
/// a verifier has to say what is wrong. Roots and findings keep their order; a root that is there
/// already is not repeated. ErrorCode::usage when rule set, board or attacker differ. ErrorCode::io when
/// the records are beyond the first proof's budget, which is that of the union, and the disk is full.
/// require: there is a proof; all are finished.
[[nodiscard]] Result<Merged> merge(const std::vector<Proof>& proofs, Prefer prefer = Prefer::first);

/// Keeps one move at each position, the one with the fewest records below it (smallest_records() of
/// proof/graph/links.hpp), and returns how many records go. It is for proofs that verify, and unions of
/// them: what is missing below a move makes it look small. Even then a reply may be left open
/// (docs/decisions/proof.md), so that the result has to be verified. Conditions and
/// errors are those of trim().
[[nodiscard]] Result<std::uint64_t> keep_smallest(Proof& proof);

/// Drops the records that no check of a claim looks at (proof/graph/links.hpp), so that what a verifier says
/// about the claims stays the same, and returns how many they were. ErrorCode::io, with the proof as it was,
/// when its records are beyond its budget and the disk is full. require: the proof is finished.
[[nodiscard]] Result<std::uint64_t> trim(Proof& proof);

}  // namespace fiveproof
