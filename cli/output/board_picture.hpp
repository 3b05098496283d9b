// A picture of the board for a terminal.
#pragma once

#include <string>

#include "game/position.hpp"

namespace fiveproof::cli {

/// The board from the top row down, with coordinates: X Black, O White, the letter `mark` on the marked squares,
/// which are empty, and a point elsewhere.
[[nodiscard]] std::string board_picture(const Position& position, const SquareSet& marked, char mark);

/// Is standard output a terminal? Then pictures are shown unless they are not wanted.
[[nodiscard]] bool is_on_terminal();

}  // namespace fiveproof::cli
