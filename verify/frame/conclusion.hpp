// What the claims reach, and what that means: from the states of the nodes to verdicts and a list of gaps.
#pragma once

#include <memory>

#include "verify/frame/check_state.hpp"
#include "verify/outcome/verification.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::verify {

/// Fills in verdicts, gaps and counts of `out`, whose effort, trusted, interrupted and shard are already set.
/// A verdict is VERIFIED only here. `percent_done` is for a check that was interrupted.
[[nodiscard]] Status conclude(const std::shared_ptr<CheckState>& state, int percent_done,
                              const Options& options, Verification& out);

}  // namespace fiveproof::verify
