// Takes the outcomes of nodes from the reports of shards, in place of a check.
//
// What can be worked out from the proof is worked out: which nodes a shard has, their positions and replies,
// which of those are stored or fives, what the roots reach, and the lines of the gaps. The reports only say
// whether the other replies are lost; in that they are trusted like a verdict.
#pragma once

#include "verify/frame/check_state.hpp"
#include "verify/outcome/verification.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::verify {

/// Fills in the states, tallies and gaps of `state`, and `resumed` and `reports` of `out`, whose content_hash
/// is already set. Refused: reports that are not of this proof, program version, level and effort, that are
/// interrupted or not of a shard, that contradict the proof or themselves, or that do not cover every node.
/// Several reports of one shard count once if they say the same, and are refused if they do not.
/// `task` is that of `options`.
[[nodiscard]] Status combine_reports(CheckState& state, const Combine& task, const Options& options,
                                     Verification& out);

}  // namespace fiveproof::verify
