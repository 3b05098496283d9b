#include "game/rules.hpp"

#include <string>

namespace fiveproof {

std::string_view name_of(Color c) { return c == Color::black ? "black" : "white"; }

Result<Color> parse_color(std::string_view text) {
  if (text == "black") return Color::black;
  if (text == "white") return Color::white;
  return Error{ErrorCode::usage, "expected a colour, black or white, found \"" + std::string(text) + "\""};
}

std::string_view name_of(RuleSet rule) {
  switch (rule) {
    case RuleSet::freestyle:
      return "freestyle";
    case RuleSet::standard:
      return "standard";
    case RuleSet::renju:
      return "renju";
  }
  FIVEPROOF_ENSURE(false);
}

Result<RuleSet> parse_rule_set(std::string_view text) {
  for (const RuleSet rule : all_rule_sets)
    if (text == name_of(rule)) return rule;
  return Error{ErrorCode::usage,
               "expected a rule set, freestyle, standard or renju, found \"" + std::string(text) + "\""};
}

}  // namespace fiveproof
