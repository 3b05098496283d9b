// Legal moves: which empty squares a side may play, by rule set and colour.
//
// Nobody else takes an empty square for a legal move. Under free-style and standard rules every empty square
// is one, for both sides; under renju for White. Black's forbidden moves are not known here yet. So there are
// two questions:
//
//   legal_moves(), is_legal()         for whoever searches or checks: exact. Black's under renju are never
//                                     asked for, as check_playable() refuses the rule set before.
//   possible_moves(), is_possible()   for whoever carries proofs on without judging them, of any rule set
//                                     (proof/, convert/): no is certain, yes is not. No verdict rests on them.
//
// That a side is to move is not asked for, nor whether the game is over.
#pragma once

#include "game/position.hpp"
#include "game/rules.hpp"

namespace fiveproof {

/// require: !has_forbidden_moves(rule, c).
[[nodiscard]] inline SquareSet legal_moves(const Position& position, RuleSet rule, Color c) {
  FIVEPROOF_ENSURE(!has_forbidden_moves(rule, c));
  return position.empties();
}
/// May `c` play `s`, which can be off the board? require: !has_forbidden_moves(rule, c).
[[nodiscard]] inline bool is_legal(const Position& position, RuleSet rule, Color c, Square s) {
  FIVEPROOF_ENSURE(!has_forbidden_moves(rule, c));
  return position.is_empty(s);
}

/// All legal moves, and where forbidden moves are not known here those as well.
[[nodiscard]] inline SquareSet possible_moves(const Position& position, RuleSet rule, Color c) {
  return has_forbidden_moves(rule, c) ? position.empties() : legal_moves(position, rule, c);
}
/// Is `s` among possible_moves()? It can be off the board.
[[nodiscard]] inline bool is_possible(const Position& position, RuleSet rule, Color c, Square s) {
  return has_forbidden_moves(rule, c) ? position.is_empty(s) : is_legal(position, rule, c, s);
}

}  // namespace fiveproof
