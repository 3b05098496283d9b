// A smaller proof of the same claims, which the verifier accepts.
#pragma once

#include <optional>

#include "proof/proof.hpp"
#include "solve/jobs/foreman.hpp"

namespace fiveproof::session {

/// Looks for one with fewer records (solve/shrink/shrinker.hpp) until nothing more is found, or no more of
/// `how.seconds` are left than a check takes; `proof` is checked first, to know that. What was found is
/// verified at level db-search, and what the verifier wants besides is added, until `how.stop` is set.
/// Nothing: none was found, the time was too short, or the verifier does not accept `proof` itself. Findings
/// and sections are left out.
[[nodiscard]] Result<std::optional<Proof>> smaller_proof(const Proof& proof, const solve::WorkOptions& how);

}  // namespace fiveproof::session
