// Does a root or a gap contradict itself? Asked by every reader and every writer, so that nothing is written
// that cannot be read back.
#pragma once

#include <span>

#include "proof/proof.hpp"

namespace fiveproof {

/// Size as given; if moves are given, they lead to the position. The error has no file and no offset.
[[nodiscard]] Status check_root(const Root& root, int size);

/// Size as given; `root` is an index of `roots`, and `line`, played from there, ends exactly at the gap's
/// position; without a root the line is empty; `by` is on the board.
[[nodiscard]] Status check_gap(const Gap& gap, std::span<const Root> roots, int size);

}  // namespace fiveproof
