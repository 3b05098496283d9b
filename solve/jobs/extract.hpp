// From the store to a proof: only what the claims need.
#pragma once

#include <vector>

#include "proof/proof.hpp"
#include "solve/search/settings.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::solve {

/// What a walk from the roots finds.
struct Extract {
  Proof proof;
  /// OR positions that the proof needs, that db-search does not win and that the store has no answer for:
  /// jobs.
  std::vector<Position> missing;
};

/// Walks from every root through the store's answers: at an AND position to each reply that no winning threat
/// sequence answers. A root with the attacker to move and no answer is taken to be won by a sequence if
/// db-search finds one. Every root becomes a claim of the proof, whether or not something is missing. `also`:
/// positions to walk from besides, because somebody else's db-search does not answer what ours does.
[[nodiscard]] Extract extract(const Store& store, const Store::View& view, const std::vector<Root>& roots,
                              const Settings& settings, const std::vector<Position>& also = {});

/// What a store can claim: the positions it was to prove, and below those that are not proved yet the topmost
/// proved positions of their job trees.
[[nodiscard]] std::vector<Root> proved_claims(const Store& store, const Store::View& view);

}  // namespace fiveproof::solve
