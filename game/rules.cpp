#include "game/rules.hpp"

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

const std::string& all_rule_set_names() {
  static const std::string names = [] {
    std::string list;
    for (std::size_t i = 0; i < rule_set_count; ++i) {
      if (i > 0) list += i + 1 < rule_set_count ? ", " : " or ";
      list += name_of(all_rule_sets[i]);
    }
    return list;
  }();
  return names;
}

Result<RuleSet> parse_rule_set(std::string_view text) {
  for (const RuleSet rule : all_rule_sets)
    if (text == name_of(rule)) return rule;
  return Error{ErrorCode::usage,
               "expected a rule set, " + all_rule_set_names() + ", found \"" + std::string(text) + "\""};
}

}  // namespace fiveproof
