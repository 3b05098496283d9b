// The explicit graph of a Vct: positions with the attacker to move, his threats at each, and the replies to
// examine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "game/square.hpp"
#include "solve/vct/outlook.hpp"

namespace fiveproof::solve::vct {

using Number = std::uint32_t;
/// Small enough that two of them can be added.
inline constexpr Number infinite = std::numeric_limits<Number>::max() / 4;

/// Proof and disproof number: how hard it seems to show that the attacker wins, and that he does not.
struct Numbers {
  Number proof = 1, disproof = 1;
  [[nodiscard]] bool is_proved() const { return proof == 0; }
  [[nodiscard]] bool is_disproved() const { return disproof == 0; }
  [[nodiscard]] bool is_decided() const { return is_proved() || is_disproved(); }
};
inline constexpr Numbers proved{0, infinite};
inline constexpr Numbers disproved{infinite, 0};

/// The stones that have been played since the root. Two nodes are one where these agree.
struct Stones {
  SquareSet attacker, defender;
  bool operator==(const Stones&) const = default;
};
struct StonesHash {
  [[nodiscard]] std::size_t operator()(const Stones& stones) const;
};

/// No node.
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// A position with the attacker to move, who has no line of fours.
struct OrNode {
  Numbers numbers;
  std::uint32_t first_threat = none, threat_count = 0;  ///< `none`: nobody has looked for them
};

/// A move of the attacker, and the position after it.
struct ThreatNode {
  Square move;
  ThreatClass kind = ThreatClass::four;
  bool is_examined = false;
  Numbers numbers;
  std::uint32_t first_reply = 0, reply_count = 0;
};
/// A reply after which neither the line that wins after a pass nor another line of fours wins.
struct ReplyNode {
  Square reply;
  std::uint32_t node;
};

/// What the children of a node make of it, which of them to go on with, and the number of the next best.
struct Choice {
  Numbers numbers;
  std::uint32_t best = none;
  Number second = infinite;
  Number best_other = 0;  ///< the other number of `best`: that of disproof for a threat, of proof for a reply
};

class Graph {
 public:
  std::unordered_map<Stones, std::uint32_t, StonesHash> place_of;
  std::vector<OrNode> positions;
  std::vector<ThreatNode> threats;
  std::vector<ReplyNode> replies;

  void clear();
  /// Weak proof numbers: of the children that are open the largest number and one for each other child stand
  /// for their sum, as positions are shared, and a sum would count them twice.
  [[nodiscard]] Choice choose_threat(const OrNode& node) const;
  [[nodiscard]] Choice choose_reply(const ThreatNode& node) const;
};

}  // namespace fiveproof::solve::vct
