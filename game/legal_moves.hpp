// Legal moves: which empty squares a side may play, by rule set and colour.
//
// Every question of this kind is asked here. Under free-style and standard rules every empty square is a
// legal move, for both sides; under renju it is so for White, and Black may not play on forbidden points
// (game/forbidden.hpp).
//
// Neither function looks at which side is to move, nor at whether the game is over.
#pragma once

#include "game/five.hpp"
#include "game/forbidden.hpp"
#include "game/position.hpp"
#include "game/rules.hpp"

namespace fiveproof {

/// The squares that `c` may play.
[[nodiscard]] inline SquareSet legal_moves(const Position& position, RuleSet rule, Color c) {
  return has_forbidden_moves(rule, c) ? position.empties() - forbidden_points(position) : position.empties();
}
[[nodiscard]] inline bool has_legal_move(const Position& position, RuleSet rule, Color c) {
  return has_forbidden_moves(rule, c) ? !legal_moves(position, rule, c).empty() : !position.is_full();
}
/// May `c` play `s`, which can be off the board?
[[nodiscard]] inline bool is_legal(const Position& position, RuleSet rule, Color c, Square s) {
  return position.is_empty(s) &&
         (!has_forbidden_moves(rule, c) || forbidden_on(position, s) == Forbidden::no);
}
/// Has Black a row of six or more although his overlines are forbidden? Then the game has ended before.
[[nodiscard]] inline bool is_dead(const Position& position, RuleSet rule) {
  return has_forbidden_moves(rule, Color::black) && has_overline(position, Color::black);
}

}  // namespace fiveproof
