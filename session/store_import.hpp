// From a proof into a solver's store: `solve --import`, and `convert` to a store.
//
// Nothing is believed because it stands in a file: the proof is checked first, by the rules of the store.
// Where it has gaps, or is of another rule set, what holds is taken over.
#pragma once

#include <cstdint>
#include <vector>

#include "proof/proof.hpp"
#include "solve/jobs/foreman.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::session {

/// What of a proof holds.
struct Holding {
  Proof proof;                ///< without the records at and above gaps
  std::uint64_t records = 0;  ///< before that
  /// Of the claims those that are proved, and the others.
  std::vector<Root> proved = {}, open = {};
  bool is_interrupted = false;  ///< then nothing is known of it
};

/// By the rules `rule`, whatever the proof says, with the threads and the stop of `how`.
[[nodiscard]] Result<Holding> what_holds(Proof proof, RuleSet rule, const solve::WorkOptions& how);

/// Every record that has a move becomes an answer; one that is there already stays. require: the proof is of
/// the store's game; finished.
[[nodiscard]] Status put_answers(const Proof& proof, solve::Store::Change& change);

}  // namespace fiveproof::session
