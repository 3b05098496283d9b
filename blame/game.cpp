#include "blame/game.hpp"

#include <string>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"

namespace fiveproof::blame {

std::string_view name_of(GameEnd end) {
  constexpr std::string_view names[] = {"open", "five", "forbidden", "full"};
  return names[static_cast<std::size_t>(end)];
}

Result<Game> game_of(RuleSet rule, int size, const std::vector<Square>& moves) {
  Game game{rule, size, {}, GameEnd::open, {Position(size)}};
  for (const Square move : moves) {
    Position position = game.positions.back();
    const Color mover = position.to_move();
    const std::string name = "move " + std::to_string(game.moves.size() + 1) + ", " + to_text(move);
    if (!position.is_empty(move)) return Error{ErrorCode::malformed, name + ": there is a stone already"};
    const bool is_forbidden = !is_legal(position, rule, mover, move);
    position.play(move);
    game.moves.push_back(move);
    game.positions.push_back(position);
    if (is_forbidden)
      game.end = GameEnd::forbidden;
    else if (has_five(position, rule, mover))
      game.end = GameEnd::five;
    else if (position.is_full())
      game.end = GameEnd::full;
    if (game.end != GameEnd::open) break;
  }
  return game;
}

}  // namespace fiveproof::blame
