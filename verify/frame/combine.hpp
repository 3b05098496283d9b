// The reports of shards instead of a check.
//
// Everything that can be worked out from the proof is: which nodes a shard has, their positions and replies,
// which of those are stored or fives, what the roots reach, the lines of the gaps. What is taken from the
// reports is whether the rest of the replies are lost; they are trusted like a verdict.
#pragma once

#include "verify/frame/check_state.hpp"

namespace fiveproof::verify {

/// Fills in the states, tallies and gaps of `state`, and `resumed` and `reports` of `out`, whose content_hash
/// is already set. Refused: reports that are not of this proof, program version, level and effort, that are
/// interrupted or not of a shard, that contradict the proof or themselves, or that do not cover every node
/// exactly once.
[[nodiscard]] Status combine_reports(CheckState& state, const Options& options, Verification& out);

}  // namespace fiveproof::verify
