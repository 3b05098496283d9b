// A position on the command line: moves from the empty board, or stones and the side to move.
#pragma once

#include <optional>
#include <string>

#include "game/position.hpp"

namespace CLI {
class App;
}

namespace fiveproof::cli {

/// The words as given; absent: not given. An empty list of moves is the empty board.
struct PositionInput {
  std::optional<std::string> moves = {};
  std::optional<std::string> black = {};
  std::optional<std::string> white = {};
  std::optional<std::string> to_move = {};
};

/// --moves, --black, --white and --to-move.
void add_position_options(CLI::App& app, PositionInput& input);

/// Either moves or stones with a side to move; both or neither is ErrorCode::usage.
[[nodiscard]] Result<Position> read_position(const PositionInput& input, int size);

}  // namespace fiveproof::cli
