// A game as it was played, and how it ended.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "game/position.hpp"

namespace fiveproof::blame {

enum class GameEnd : std::uint8_t { open, five, forbidden, full };
/// "open", "five", ...
[[nodiscard]] std::string_view name_of(GameEnd end);

struct Game {
  RuleSet rule;
  int size;
  std::vector<Square> moves;
  GameEnd end = GameEnd::open;
  std::vector<Position> positions;  ///< before each move, and after the last

  [[nodiscard]] Color mover(std::size_t move) const { return positions[move].to_move(); }
};
/// The game up to its end; moves behind that are left out. ErrorCode::malformed for a move onto a stone.
/// require: is_board_size(size), and the moves are on the board.
[[nodiscard]] Result<Game> game_of(RuleSet rule, int size, const std::vector<Square>& moves);

}  // namespace fiveproof::blame
