#include "proof/gap.hpp"

#include <array>

namespace fiveproof {
namespace {

constexpr std::array<std::string_view, gap_kind_count> names = {
    "unanswered-reply", "unproved-leaf", "missing-root",  "refuted-move",   "illegal-move",
    "after-end",        "draw",          "contradictory", "stray-position", "forbidden-move",
};

}  // namespace

std::string_view name_of(GapKind kind) { return names.at(static_cast<std::size_t>(kind)); }

std::optional<GapKind> parse_gap_kind(std::string_view text) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == text) return static_cast<GapKind>(i);
  return std::nullopt;
}

}  // namespace fiveproof
