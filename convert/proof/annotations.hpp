// The tree of moves that a proof was read from, and where it comes from, as sections of the proof: what the
// source says besides comes out again as long as the proof is the one that it was read into.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "convert/proof/conversion.hpp"
#include "convert/proof/provenance.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// Adds both to a proof that was read; `provenance.proof_hash` becomes that of the proof.
[[nodiscard]] Status add_annotations(Reading& reading, GameTree tree, Provenance provenance);

/// The tree that this very proof was read from; null if it has none, or has been changed since.
[[nodiscard]] Result<std::shared_ptr<const GameTree>> source_tree(const Proof& proof);

/// The loss that no tree of the format `name` says what the proof claims.
[[nodiscard]] std::string lost_claim(const Proof& proof, std::string_view name);

/// A tree that the proof was not read from takes the place of both.
[[nodiscard]] Status replace_annotations(Proof& proof, GameTree tree);

}  // namespace fiveproof::convert
