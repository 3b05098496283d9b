// A smaller proof of the same claims, which the verifier accepts.
#pragma once

#include <optional>

#include "proof/proof.hpp"
#include "solve/jobs/foreman.hpp"

namespace fiveproof::session {

/// Looks for one with fewer records (solve/shrink/shrinker.hpp) until `how.seconds` are over or nothing more
/// is found; then it is verified at level db-search, and what the verifier wants besides is added, which
/// takes its own time. Nothing: none was found, or the verifier does not accept `proof` itself. Findings and
/// sections are left out.
[[nodiscard]] Result<std::optional<Proof>> smaller_proof(const Proof& proof, const solve::WorkOptions& how);

}  // namespace fiveproof::session
