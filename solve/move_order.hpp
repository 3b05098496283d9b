// Which moves an attacker looks at first: the ordering function of Allis 1994, 5.4.2, refined.
#pragma once

#include <vector>

#include "game/position.hpp"
#include "solve/settings.hpp"

namespace fiveproof::solve {

/// Is there a window of five without a stone of the other side? If not, `side` will never make a five.
[[nodiscard]] bool can_make_five(const Position& position, Color side);

/// The empty squares that have anything to do with the attacker's stones, best first. With no attacker stone
/// on the board, all empty squares from the centre outwards. A pure function of its arguments.
[[nodiscard]] std::vector<Square> ordered_moves(const Position& position, RuleSet rule, Color attacker,
                                                Ordering ordering);
/// All empty squares: those of ordered_moves() first.
[[nodiscard]] std::vector<Square> all_moves(const Position& position, RuleSet rule, Color attacker,
                                            Ordering ordering);

}  // namespace fiveproof::solve
