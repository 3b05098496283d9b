// A position on the command line: moves from the empty board, or stones and the side to move; and the game
// that it is of.
#pragma once

#include <optional>
#include <string>

#include "game/position.hpp"
#include "game/rules.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace fiveproof::cli {

/// The words as given; absent: not given. An empty list of moves is the empty board.
struct PositionInput {
  std::optional<std::string> moves = {};
  std::optional<std::string> black = {};
  std::optional<std::string> white = {};
  std::optional<std::string> to_move = {};
  std::string letters = {};  ///< of the columns; empty: not given

  [[nodiscard]] bool is_given() const { return moves || black || white || to_move; }
};

/// --moves, --black, --white, --to-move and --letters.
void add_position_options(CLI::App& app, PositionInput& input);

/// Either moves or stones with a side to move; both or neither is ErrorCode::usage.
[[nodiscard]] Result<Position> read_position(const PositionInput& input, int size);

/// A position of a game: which rules, how large a board, and who attacks.
struct GameInput {
  std::string rule;
  int size = 15;
  PositionInput position;
  std::string attacker;  ///< empty: the side to move
};

/// --rule, which is returned, --size, --attacker and the options of the position.
CLI::Option* add_game_options(CLI::App& app, GameInput& input);

/// The rule set, which can be searched. The board has a size that there is, or that is the error.
[[nodiscard]] Result<RuleSet> read_rule(const GameInput& input);
[[nodiscard]] Result<Color> read_attacker(const GameInput& input, const Position& position);

}  // namespace fiveproof::cli
