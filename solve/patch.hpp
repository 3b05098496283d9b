// A proof with some of its positions answered anew.
#pragma once

#include "format/proof.hpp"

namespace fiveproof::solve {

/// The claims of `base`, all records of `patch`, and those of `base` at positions for which `patch` has none.
/// Findings of `base` at a position that `patch` claims are settled. require: same rule, size and attacker;
/// both tables are finished.
[[nodiscard]] Proof patched(const Proof& base, const Proof& patch);

/// Without the records to which no play from a claim leads: left behind where a move was replaced.
[[nodiscard]] Proof without_strays(const Proof& proof);

}  // namespace fiveproof::solve
