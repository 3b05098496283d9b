// The points on which Black may not play under renju, and why; in JSON: spec/forbidden.schema.json.
#pragma once

#include <string_view>
#include <vector>

#include "explore/json.hpp"
#include "game/forbidden.hpp"

namespace fiveproof::explore {

/// A point that is forbidden, or looks so: there are two rows on it that could be threes.
struct ForbiddenPoint {
  Square square;
  ForbiddenReport report;
};

/// Those of a position, whoever is to move.
[[nodiscard]] std::vector<ForbiddenPoint> points_of(const Position& position);

/// "row", "column", "diagonal" or "antidiagonal".
[[nodiscard]] std::string_view name_of(Direction direction);
/// Why a row of stones is no three for the sake of this straight four; empty where it is one.
[[nodiscard]] std::string_view why_not(const ForbiddenReport::StraightFour& four);

/// What `fiveproof forbidden --json` writes.
[[nodiscard]] Json forbidden_json(const Position& position, const std::vector<ForbiddenPoint>& points);

}  // namespace fiveproof::explore
