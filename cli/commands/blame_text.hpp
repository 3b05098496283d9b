// What `blame` says of a game: for people, as JSON, and as a tree that other programs show.
#pragma once

#include <ostream>
#include <string>

#include "cli/commands/blame_search.hpp"
#include "cli/output/json_output.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::cli {

/// Each move with what is proved after it, then the moves that lost, and the wins that were missed.
void write_blame(std::ostream& out, const Game& game, const BlameSearch& search);
/// spec/blame.schema.json.
[[nodiscard]] Json blame_json(const Game& game, const BlameSearch& search);
/// The game with that in comments, and the wins that were missed as variations.
[[nodiscard]] GameTree blame_tree(const Game& game, const BlameSearch& search);

}  // namespace fiveproof::cli
