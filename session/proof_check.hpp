// The verifier's word on what the solver found.
#pragma once

#include <functional>
#include <vector>

#include "proof/proof.hpp"
#include "solve/jobs/foreman.hpp"
#include "verify/task/progress.hpp"

namespace fiveproof::session {

struct ProofCheck {
  /// Every claim is proved and nothing is wrong anywhere. An interrupted check has not seen everything: it
  /// accepts nothing, even if it found no gap.
  bool is_accepted = false;
  bool is_interrupted = false;
  std::vector<bool> is_proved;  ///< for each claim, in the order of the roots
  std::vector<Gap> gaps;

  /// The positions of the gaps.
  [[nodiscard]] std::vector<Position> positions() const;
};

/// Checks a proof that was found, with the threads and the stop of `how`.
[[nodiscard]] Result<ProofCheck> check_found(
    const Proof& proof, const solve::WorkOptions& how,
    const std::function<void(const verify::Progress&)>& on_progress = {});

}  // namespace fiveproof::session
