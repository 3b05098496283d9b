// The content hash: the name of a proof, worked out from what the kernel was given (spec/format.md,
// section 8).
#pragma once

#include <string>
#include <vector>

#include "kernel.hpp"

namespace fiveproof::audit {

/// A root as the hash has it: its position in canonical form and the side to move.
[[nodiscard]] std::string root_item(const Board& root, Stone to_move);

/// Of the claims with these roots and the records of the book, which is of this rule, size and attacker.
[[nodiscard]] std::string content_hash(Rule rule, int size, Stone attacker, std::vector<std::string> roots,
                                       const Book& book);

}  // namespace fiveproof::audit
