#include "dbsearch/threat.hpp"

#include <algorithm>
#include <bit>

#include "game/notation.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::dbsearch {

std::string_view name_of(ThreatKind kind) {
  constexpr std::string_view names[threat_kind_count] = {"five",  "straight four",    "four", "broken three",
                                                         "three", "three (3 replies)"};
  return names[static_cast<int>(kind)];
}

void Threat::add_squares(Mask mask, int size, SquareSet& to) const {
  const auto d = static_cast<int>(direction);
  const int x = gain.column();
  const int y = gain.row();
  // Only the steps in [low, high] stay on the board.
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
  if (low > high) return;
  const std::uint32_t on_board = (2u << (high + center)) - (1u << (low + center));
  for (std::uint32_t rest_of_mask = mask & on_board; rest_of_mask != 0; rest_of_mask &= rest_of_mask - 1)
    to.insert(at(std::countr_zero(rest_of_mask) - center));
}

namespace {

/// What a symmetry makes of a direction: one of the four, or the opposite of one.
struct TurnedDirection {
  Direction direction;
  bool is_opposite;
};

TurnedDirection turned(Direction direction, Symmetry symmetry) {
  // The step goes from the middle of a board of three by three, and stays on it whichever way it goes.
  const auto d = static_cast<int>(direction);
  const Square from = symmetry.apply(Square(1, 1), 3);
  const Square to = symmetry.apply(Square(1 + direction_dx[d], 1 + direction_dy[d]), 3);
  const int dx = to.column() - from.column();
  const int dy = to.row() - from.row();
  for (int i = 0; i < direction_count; ++i)
    if (dx * direction_dy[i] == dy * direction_dx[i])
      return {static_cast<Direction>(i), dx != direction_dx[i] || dy != direction_dy[i]};
  FIVEPROOF_ENSURE(false);
}

Threat::Mask reversed(Threat::Mask mask) {
  Threat::Mask turned = 0;
  for (int k = -Threat::center; k <= Threat::center; ++k)
    if ((mask & bit_at(k)) != 0) turned = static_cast<Threat::Mask>(turned | bit_at(-k));
  return turned;
}

}  // namespace

std::vector<Square> gains_of(const ThreatSequence& sequence) {
  std::vector<Square> gains;
  for (const Threat& threat : sequence) gains.push_back(threat.gain);
  return gains;
}

ThreatSequence image_of(const ThreatSequence& sequence, Symmetry symmetry, int size) {
  ThreatSequence image = sequence;
  for (Threat& threat : image) {
    const auto [direction, is_opposite] = turned(threat.direction, symmetry);
    threat.direction = direction;
    threat.gain = symmetry.apply(threat.gain, size);
    if (!is_opposite) continue;
    for (Threat::Mask* mask : {&threat.line, &threat.rest, &threat.cost, &threat.extension})
      *mask = reversed(*mask);
  }
  return image;
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
