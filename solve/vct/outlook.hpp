// What a move can do along the lines through it, by look-up: the candidates of a Vct, and how promising they
// are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "game/five_kind.hpp"
#include "game/line_board.hpp"

namespace fiveproof::solve::vct {

/// The kinds of threat, cheapest to answer last. Fukumi: a quiet move that may threaten to win by fours.
enum class ThreatClass : std::uint8_t { four, three, fukumi };

/// Of one line, or of all lines through a square.
struct Outlook {
  std::optional<ThreatClass> kind;  ///< nothing: the move can be no threat
  int potential = 0;  ///< of each line the most stones in a window of five that is not blocked, squared
};

class OutlookTable {
 public:
  /// The table for what counts as a five of `attacker`; built once, shared, never changed. Whether a move is
  /// forbidden is not asked here.
  [[nodiscard]] static const OutlookTable& of(RuleSet rule, Color attacker);

  /// Of a move of `side` on the empty square.
  [[nodiscard]] Outlook at(const LineBoard& lines, int side, Square square) const;

 private:
  explicit OutlookTable(FiveKind kind);
  /// Of one line, eight bits: the potential, and above it the kind, in which `no_threat` is the last.
  [[nodiscard]] static std::uint8_t packed(FiveKind kind, std::uint32_t own, std::uint32_t blocked);

  // A shape and its extensions lie within five squares of its gain.
  static constexpr int radius = 5;
  static constexpr int low = Neighbourhood::center - radius;
  static constexpr std::uint32_t mask = (1u << (2 * radius + 1)) - 1;
  static constexpr int kind_shift = 5;
  static constexpr std::uint8_t no_threat = 3;

  std::vector<std::uint16_t> digits_;  ///< of each word its bits without the centre, as a number in base 3
  std::vector<std::uint8_t> lines_;
};

}  // namespace fiveproof::solve::vct
