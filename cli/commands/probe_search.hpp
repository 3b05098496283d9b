// What a search finds at a position about which a proof says nothing: for `probe --time`.
#pragma once

#include <optional>
#include <string_view>

#include "proof/proof.hpp"
#include "solve/jobs/job_search.hpp"

namespace fiveproof::cli {

struct SearchAnswer {
  std::string_view outcome;    ///< "proved", "nothing-wins" (of what was tried), "limit" or "over"
  std::optional<Proof> proof;  ///< of the position, verified
};

/// Looks for a proof that the attacker of `proof` wins from `position`, within the limits of `how`. The time
/// is kept to within one slice of the search, and the check of what was found comes on top.
[[nodiscard]] Result<SearchAnswer> search_off(const Proof& proof, const Position& position,
                                              const solve::WorkOptions& how);

}  // namespace fiveproof::cli
