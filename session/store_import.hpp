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

/// The part of a proof that holds.
struct Holding {
  Proof proof;                ///< without the records at and above gaps
  std::uint64_t records = 0;  ///< how many the whole proof has
  /// The claims that are proved, and the others.
  std::vector<Root> proved = {}, open = {};
};

/// Checks by the rule set `rule`, whatever the proof says, with the threads of `how`.
[[nodiscard]] Result<Holding> what_holds(Proof proof, RuleSet rule, const solve::WorkOptions& how);

/// Makes an answer of every record that has a move; an answer that is there already stays. require: the proof
/// is of the store's game, and its records are finished.
[[nodiscard]] Status put_answers(const Proof& proof, solve::Store::Change& change);

}  // namespace fiveproof::session
