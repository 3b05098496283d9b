// What `blame` says of a game: for people, and as a tree that other programs show.
#pragma once

#include <ostream>
#include <string>

#include "blame/blame_search.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::cli {

/// Each move with what is proved after it, then the moves that lost, and the wins that were missed.
void write_blame(std::ostream& out, const blame::Game& game, const blame::BlameSearch& search);
/// The game with that in comments, and the wins that were missed as variations.
[[nodiscard]] GameTree blame_tree(const blame::Game& game, const blame::BlameSearch& search);

}  // namespace fiveproof::cli
