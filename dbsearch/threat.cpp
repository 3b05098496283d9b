#include "dbsearch/threat.hpp"

#include <algorithm>
#include <bit>

#include "game/notation.hpp"

namespace fiveproof::dbsearch {

std::string_view name_of(ThreatKind kind) {
  constexpr std::string_view names[threat_kind_count] = {"five",  "straight four",    "four", "broken three",
                                                         "three", "three (3 replies)"};
  return names[static_cast<int>(kind)];
}

SquareSet Threat::squares(Mask mask, int size) const {
  const auto d = static_cast<int>(direction);
  const int x = gain.column();
  const int y = gain.row();
  // The steps that stay on the board: [low, high].
  int low = -center;
  int high = 15 - center;
  if (direction_dx[d] != 0) {
    low = std::max(low, -x);
    high = std::min(high, size - 1 - x);
  }
  if (direction_dy[d] != 0) {
    const int ahead = direction_dy[d] > 0 ? size - 1 - y : y;
    low = std::max(low, ahead - (size - 1));
    high = std::min(high, ahead);
  }
  SquareSet set;
  if (low > high) return set;
  const std::uint32_t on_board = (2u << (high + center)) - (1u << (low + center));
  for (std::uint32_t rest_of_mask = mask & on_board; rest_of_mask != 0; rest_of_mask &= rest_of_mask - 1)
    set.insert(at(std::countr_zero(rest_of_mask) - center));
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
