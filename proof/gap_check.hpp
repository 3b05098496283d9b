// Does a root or a gap contradict itself? Every reader and every writer asks this, so that nothing is
// written that cannot be read back.
#pragma once

#include <span>

#include "proof/proof.hpp"

namespace fiveproof {

/// The root has a board of `size`, and its moves, if there are any, lead to its position. The error
/// has no file and no offset.
[[nodiscard]] Status check_root(const Root& root, int size);

/// The gap has a board of `size`. `root` is an index of `roots`, and `line`, played from there, ends
/// exactly at the gap's position; without a root the line is empty. `by` is on the board. The error
/// has no file and no offset.
[[nodiscard]] Status check_gap(const Gap& gap, std::span<const Root> roots, int size);

}  // namespace fiveproof
