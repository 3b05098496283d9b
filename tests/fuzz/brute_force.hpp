// Does the attacker win a small position? Everything is played out; only the rules are known.
//
// No threats, no symmetries, and a five is found by walking along the board. The one cut is that a side that
// can make a five makes it, and a side whose opponent could make one must stand in its way.
#pragma once

#include <cstdint>

#include "game/position.hpp"

namespace fiveproof::fuzz {

enum class Outcome { win, no_win, unknown };

/// The side to move is position.to_move(). `unknown` when more than `max_nodes` positions would be looked at.
/// A position that already holds a five is won by whoever owns it; by both: no_win. require: position.size()
/// <= 8.
[[nodiscard]] Outcome brute_force(const Position& position, RuleSet rule, Color attacker,
                                  std::uint64_t max_nodes);

}  // namespace fiveproof::fuzz
