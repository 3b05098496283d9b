// What a five is, for each rule set and colour.
#pragma once

#include "game/position.hpp"

namespace fiveproof {

/// Would a stone of colour `c` on `s` complete a five? `s` is taken as holding that stone, whatever it holds
/// now. A stone that makes a five and an overline at once makes a five.
[[nodiscard]] bool makes_five(const Position& position, RuleSet rule, Color c, Square s);

/// Does colour `c` have a five on the board?
[[nodiscard]] bool has_five(const Position& position, RuleSet rule, Color c);
/// Does either?
[[nodiscard]] inline bool has_five(const Position& position, RuleSet rule) {
  return has_five(position, rule, Color::black) || has_five(position, rule, Color::white);
}

/// Does colour `c` have six stones or more in a row on the board?
[[nodiscard]] bool has_overline(const Position& position, Color c);

/// All empty squares on which a stone of colour `c` makes a five.
[[nodiscard]] SquareSet five_squares(const Position& position, RuleSet rule, Color c);

}  // namespace fiveproof
