// Legal moves: which empty squares a side may play, by rule set and colour.
//
// Every question of this kind is asked here. Under free-style and standard rules every empty square is a
// legal move, for both sides; under renju it is so for White. Black's forbidden moves are not known here yet,
// so that there are two questions:
//
//   legal_moves(), is_legal()         An exact answer for whoever searches or checks. Black's moves under
//                                     renju are never asked for: check_playable() refuses that rule set.
//   possible_moves(), is_possible()   For whoever carries proofs on without judging them, of any rule set
//                                     (proof/, convert/). No is certain, yes is not; no verdict rests on it.
//
// Neither looks at which side is to move, nor at whether the game is over.
#pragma once

#include "game/position.hpp"
#include "game/rules.hpp"

namespace fiveproof {

/// The squares that `c` may play. require: !has_forbidden_moves(rule, c).
[[nodiscard]] inline SquareSet legal_moves(const Position& position, RuleSet rule, Color c) {
  FIVEPROOF_ENSURE(!has_forbidden_moves(rule, c));
  return position.empties();
}
/// May `c` play `s`, which can be off the board? require: !has_forbidden_moves(rule, c).
[[nodiscard]] inline bool is_legal(const Position& position, RuleSet rule, Color c, Square s) {
  FIVEPROOF_ENSURE(!has_forbidden_moves(rule, c));
  return position.is_empty(s);
}

/// All legal moves of `c`; where its forbidden moves are not known here, those are among them.
[[nodiscard]] inline SquareSet possible_moves(const Position& position, RuleSet rule, Color c) {
  return has_forbidden_moves(rule, c) ? position.empties() : legal_moves(position, rule, c);
}
/// Is `s` among possible_moves()? It can be off the board.
[[nodiscard]] inline bool is_possible(const Position& position, RuleSet rule, Color c, Square s) {
  return has_forbidden_moves(rule, c) ? position.is_empty(s) : is_legal(position, rule, c, s);
}

}  // namespace fiveproof
