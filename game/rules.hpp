// Rule sets, colours and board sizes.
//
//   rule        five for Black   five for White   forbidden for Black
//   freestyle   five or more     five or more     -
//   standard    exactly five     exactly five     -
//   renju       a name that is recognised and refused until it is implemented
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.hpp"

namespace fiveproof {

enum class Color : std::uint8_t { black = 0, white = 1 };

[[nodiscard]] constexpr Color opponent(Color c) { return c == Color::black ? Color::white : Color::black; }
/// 0 for Black, 1 for White: for arrays indexed by colour.
[[nodiscard]] constexpr int index_of(Color c) { return static_cast<int>(c); }

[[nodiscard]] std::string_view name_of(Color c);
/// "black" or "white"; anything else is ErrorCode::usage.
[[nodiscard]] Result<Color> parse_color(std::string_view text);

enum class RuleSet : std::uint8_t { freestyle = 0, standard = 1, renju = 2 };

[[nodiscard]] std::string_view name_of(RuleSet rule);
/// "freestyle", "standard" or "renju"; anything else is ErrorCode::usage.
[[nodiscard]] Result<RuleSet> parse_rule_set(std::string_view text);

/// Are there squares that Black may not play?
[[nodiscard]] constexpr bool has_forbidden_moves(RuleSet rule) { return rule == RuleSet::renju; }

/// ErrorCode::unsupported for a rule set with forbidden moves: proofs of it are read and written, but nothing
/// here searches or checks by it yet.
[[nodiscard]] Status check_playable(RuleSet rule);

/// Does a run of six or more stones win for `c`?
[[nodiscard]] constexpr bool overline_wins(RuleSet rule, Color c) {
  return rule == RuleSet::freestyle || (rule == RuleSet::renju && c == Color::white);
}

inline constexpr int min_board_size = 5;
inline constexpr int max_board_size = 20;
[[nodiscard]] constexpr bool is_board_size(int size) {
  return size >= min_board_size && size <= max_board_size;
}

}  // namespace fiveproof
