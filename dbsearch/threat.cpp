#include "dbsearch/threat.hpp"

#include <bit>

#include "game/notation.hpp"

namespace fiveproof::dbsearch {

std::string_view name_of(ThreatKind kind) {
  constexpr std::string_view names[threat_kind_count] = {"five",  "straight four",    "four", "broken three",
                                                         "three", "three (3 replies)"};
  return names[static_cast<int>(kind)];
}

SquareSet Threat::squares(Mask mask, int size) const {
  SquareSet set;
  const auto d = static_cast<int>(direction);
  for (std::uint32_t rest_of_mask = mask; rest_of_mask != 0; rest_of_mask &= rest_of_mask - 1) {
    const int k = std::countr_zero(rest_of_mask) - center;
    const int x = gain.column() + k * direction_dx[d];
    const int y = gain.row() + k * direction_dy[d];
    if (x >= 0 && y >= 0 && x < size && y < size) set.insert(Square(x, y));
  }
  return set;
}

std::string to_text(const ThreatSequence& sequence, int size) {
  std::string out;
  for (const Threat& threat : sequence) {
    if (!out.empty()) out += ", ";
    out += std::string(name_of(threat.kind)) + " " + fiveproof::to_text(threat.gain);
    if (threat.cost != 0) out += " (" + fiveproof::to_text(threat.squares(threat.cost, size)) + ")";
  }
  return out;
}

}  // namespace fiveproof::dbsearch
