// For convert's pictures: what the replies come to that the proof leaves to threat sequences.
#pragma once

#include <cstdint>

#include "convert/proof/reply_group.hpp"
#include "proof/proof.hpp"

namespace fiveproof::cli {

/// As verify says it: groups of replies that are lost to the same moves, then those that make a five, then
/// those without an answer. `effort`: nodes of a search. require: the proof outlives what is returned, and
/// its records are finished.
[[nodiscard]] convert::RepliesAt searched_replies(const Proof& proof, std::uint32_t effort);

}  // namespace fiveproof::cli
