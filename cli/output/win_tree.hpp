// A win by threats that are answered one by one, for people.
#pragma once

#include <ostream>

#include "solve/vct/vct.hpp"

namespace fiveproof::cli {

/// How many moves of the attacker it takes at most, the five included. require: `found` is a win.
[[nodiscard]] std::size_t longest_of(const solve::VctResult& found);

/// A line for each reply that the fours after a pass do not answer, below the move that it answers. A
/// position that is reached once more is not written again.
void write_tree(std::ostream& out, const solve::VctResult& found);

}  // namespace fiveproof::cli
