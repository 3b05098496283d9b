// Which moves an attacker looks at first: the ordering function of Allis 1994, 5.4.2, refined.
#pragma once

#include <cstdint>
#include <vector>

#include "game/position.hpp"
#include "game/rules.hpp"

namespace fiveproof::solve {

/// Is there a window of five without a stone of the other side? If not, `side` will never make a five.
[[nodiscard]] bool can_make_five(const Position& position, Color side);
/// Has `attacker` lost every hope? Without a five he wins only where the other side may run out of legal
/// moves.
[[nodiscard]] bool can_win_no_more(const Position& position, RuleSet rule, Color attacker);

struct RankedMove {
  Square square;
  /// The surprise: minus the binary logarithm of the share of positions in which such a move wins.
  double bits;
};

/// What a square is worth to the attacker.
enum class Ordering : std::uint8_t {
  learned,  ///< what moves in proofs looked like (solve/search/patterns.hpp)
  shapes,   ///< what he makes there, and a quarter of what the defender would; knows no surprise but the rank
};

/// The legal moves that have anything to do with the stones, best first. With no attacker stone on the
/// board, all legal moves from the centre outwards. A pure function of its arguments.
[[nodiscard]] std::vector<RankedMove> ordered_moves(const Position& position, RuleSet rule, Color attacker,
                                                    Ordering ordering);
/// All legal moves: those of ordered_moves() first.
[[nodiscard]] std::vector<RankedMove> all_moves(const Position& position, RuleSet rule, Color attacker,
                                                Ordering ordering);
/// All replies of the side to move, those first that make most of its own.
[[nodiscard]] std::vector<Square> ordered_replies(const Position& and_position, RuleSet rule);

/// The binary logarithm of how many db-searches a proof takes, at a glance: told from the patterns around all
/// empty squares. It separates positions that fall at once from those that resist; in between it says little.
[[nodiscard]] double difficulty(const Position& or_position, Color attacker);

}  // namespace fiveproof::solve
