#include "page/core/position_question.hpp"

#include <limits>
#include <optional>

#include "explore/forbidden_points.hpp"
#include "explore/threats_json.hpp"
#include "page/core/words.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::page {

using explore::Json;

namespace {

Result<int> size_in(const Json& request) {
  if (!request.contains("size")) return 15;
  const Json& size = request.at("size");
  if (!size.is_number_unsigned() || size > max_board_size || !is_board_size(size.get<int>()))
    return Error{ErrorCode::usage, "size: expected 5 to 20, found " + size.dump()};
  return size.get<int>();
}

/// Nothing where nobody says how much a search may take.
Result<std::optional<std::uint32_t>> effort_in(const Json& request) {
  if (!request.contains("effort")) return std::optional<std::uint32_t>();
  const Json& effort = request.at("effort");
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  if (!effort.is_number_integer() || effort < 1 || effort > most)
    return Error{ErrorCode::usage,
                 "effort: expected 1 to " + std::to_string(most) + ", found " + effort.dump()};
  return std::optional(effort.get<std::uint32_t>());
}

}  // namespace

Result<Json> threats_at(const Json& request) {
  FIVEPROOF_LET(const RuleSet rule, parse_rule_set(word(request, "rule")));
  FIVEPROOF_LET(const int size, size_in(request));
  FIVEPROOF_LET(const Position position, position_in(request, size));
  Color attacker = position.to_move();
  if (has_word(request, "attacker")) {
    FIVEPROOF_LET(attacker, parse_color(word(request, "attacker")));
  }
  const std::string name = request.contains("method") ? word(request, "method") : "db";
  const auto method = solve::threat_method_of(name);
  if (!method) return Error{ErrorCode::usage, "method: expected db, vcf or vct, found '" + name + "'"};
  FIVEPROOF_LET(const auto effort, effort_in(request));
  solve::ThreatQuestion question{rule, position, attacker};
  question.how.node_limit = effort.value_or(verify::default_effort);
  const auto answer =
      effort ? search_threats(question, *method) : search_threats_patiently(question, *method);
  return explore::threats_json(question, {answer}, question.how.node_limit);
}

Result<Json> forbidden_at(const Json& request) {
  FIVEPROOF_LET(const int size, size_in(request));
  FIVEPROOF_LET(const Position position, position_in(request, size));
  return explore::forbidden_json(position, explore::points_of(position));
}

}  // namespace fiveproof::page
