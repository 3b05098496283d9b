// Rule sets, colours and board sizes.
//
//   rule        five for Black   five for White   forbidden for Black
//   freestyle   five or more     five or more     -
//   standard    exactly five     exactly five     -
//   renju       exactly five     five or more     overline, double four, double three
//
// What a rule set means is asked here, in game/five_kind.hpp, game/five.hpp and game/legal_moves.hpp, always
// for one colour; docs/rule-sets.md says what a new one has to answer. Nothing elsewhere is concluded from
// its name: a switch over RuleSet has no default, so that the compiler reports each place that does not know
// a rule set.
#pragma once

#include <array>
#include <cstdint>
#include <string>
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

/// What counts as a five, and what is forbidden. The numbers are part of a proof's content hash.
enum class RuleSet : std::uint8_t { freestyle = 0, standard = 1, renju = 2 };

/// How many there are: the compiler reports this switch for a new one, so that the list below is whole.
inline constexpr std::size_t rule_set_count = [](RuleSet any) -> std::size_t {
  switch (any) {
    case RuleSet::freestyle:
    case RuleSet::standard:
    case RuleSet::renju:
      return 3;
  }
  FIVEPROOF_ENSURE(false);
}(RuleSet::freestyle);
inline constexpr std::array<RuleSet, rule_set_count> all_rule_sets = {RuleSet::freestyle, RuleSet::standard,
                                                                      RuleSet::renju};

[[nodiscard]] std::string_view name_of(RuleSet rule);
/// "freestyle, standard or renju", for messages and help.
[[nodiscard]] const std::string& all_rule_set_names();
/// One of these names; anything else is ErrorCode::usage.
[[nodiscard]] Result<RuleSet> parse_rule_set(std::string_view text);

/// Are there empty squares that `c` may not play?
[[nodiscard]] constexpr bool has_forbidden_moves(RuleSet rule, Color c) {
  switch (rule) {
    case RuleSet::freestyle:
    case RuleSet::standard:
      return false;
    case RuleSet::renju:
      return c == Color::black;
  }
  FIVEPROOF_ENSURE(false);
}

/// Has either colour?
[[nodiscard]] constexpr bool has_forbidden_moves(RuleSet rule) {
  return has_forbidden_moves(rule, Color::black) || has_forbidden_moves(rule, Color::white);
}

inline constexpr int min_board_size = 5;
inline constexpr int max_board_size = 20;
[[nodiscard]] constexpr bool is_board_size(int size) {
  return size >= min_board_size && size <= max_board_size;
}

}  // namespace fiveproof
