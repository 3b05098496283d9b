// A pairing: why a defender who only ever answers cannot lose.
//
// When every line in which the attacker could still make a five contains both squares of a pair, and no two
// pairs share a square, the defender answers a stone on one square of a pair with one on the other, and the
// attacker never has all five of any line (Hales and Jewett 1963). A pairing is small and anybody can check
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "game/position.hpp"
#include "game/rules.hpp"

namespace fiveproof::solve {

using Pairing = std::vector<std::pair<Square, Square>>;

/// A pairing against the attacker at a position, whoever is to move there. Nothing when there is none, or
/// when `limit` steps of the search find none. What counts as a five does not matter, because an overline
/// holds a line of five. That every empty square is a legal move of the defender does matter: against a
/// defender with forbidden moves there is none.
[[nodiscard]] std::optional<Pairing> find_pairing(const Position& position, RuleSet rule, Color attacker,
                                                  std::uint32_t limit = 2'000);

}  // namespace fiveproof::solve
