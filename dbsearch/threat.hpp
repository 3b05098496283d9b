// Threats: the operators of Allis 1994, 5.3.2, and sequences of them.
//
// A threat is one attacker move (gain) in one line, together with the replies that the defender is granted
// all at once (cost) and the attacker stones on which it rests (rest). The drawing shows one of several forms
// of each: X attacker, g gain, c cost; _ is empty and stays so.
//
//   category 0   five              X X X X g
//   category 1   straight four     _ X X g X _      four               X X g X c
//   category 2   broken three      c X g c X c
//                three, 2 replies  _ c X g X c _    three, 3 replies   c c X g X c
//
// A threat of category i threatens to win in i moves. Its line has 5, 6 or 7 squares; its extensions
// are the squares just beyond the ends of the line (they matter under standard rules only, where none
// may hold an attacker stone).
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/line_board.hpp"

namespace fiveproof {
class Symmetry;
}

namespace fiveproof::dbsearch {

enum class ThreatKind : std::uint8_t {
  five,
  straight_four,
  four,
  broken_three,
  three_two_replies,    ///< T2, seven squares
  three_three_replies,  ///< T3, six squares
};
inline constexpr int threat_kind_count = 6;

/// 0 for a five, 1 for a straight four and a four, 2 for the threes.
[[nodiscard]] constexpr int category_of(ThreatKind kind) {
  return kind == ThreatKind::five ? 0 : kind <= ThreatKind::four ? 1 : 2;
}
/// A five or a straight four ends a potential winning threat sequence (Allis: double threat).
[[nodiscard]] constexpr bool is_double_threat(ThreatKind kind) { return kind <= ThreatKind::straight_four; }
/// "five", "straight four", "four", "broken three", "three", "three (3 replies)".
[[nodiscard]] std::string_view name_of(ThreatKind kind);

/// One application of an operator. The masks describe the squares around the gain square: bit `center + k` is
/// the square k steps from it along `direction`, with k in [-6, 6].
struct Threat {
  static constexpr int center = Neighbourhood::center;
  using Mask = std::uint16_t;

  ThreatKind kind = ThreatKind::five;
  Direction direction = Direction::horizontal;
  Square gain;
  Mask line = 0;       ///< the 5, 6 or 7 squares of the line, gain included
  Mask rest = 0;       ///< attacker stones before the threat
  Mask cost = 0;       ///< the defender's replies; empty for double threats
  Mask extension = 0;  ///< the two squares beyond the ends; may name squares off the board

  /// The square k steps from the gain along the direction. require: it is on the 20x20 grid.
  [[nodiscard]] Square at(int k) const {
    return Square::from_number(gain.number() + k * direction_step[static_cast<int>(direction)]);
  }
  /// The squares of `mask` that are on a board of `size`.
  [[nodiscard]] SquareSet squares(Mask mask, int size) const {
    SquareSet set;
    add_squares(mask, size, set);
    return set;
  }
  /// Adds them to `to`.
  void add_squares(Mask mask, int size, SquareSet& to) const;

  /// Calls `visit` with each of the defender's replies.
  template <class Visit>
  void each_cost(Visit visit) const {
    for (std::uint32_t costs = cost; costs != 0; costs &= costs - 1)
      visit(at(std::countr_zero(costs) - center));
  }

  bool operator==(const Threat&) const = default;
};

/// The bit of the square k steps from the gain, in a Mask or any word that is laid out like one.
[[nodiscard]] constexpr std::uint32_t bit_at(int k) { return 1u << (Threat::center + k); }

/// The threats in the order of play; the replies are their cost squares. A complete sequence ends with a
/// double threat and has no other.
using ThreatSequence = std::vector<Threat>;

/// The attacker's moves, in the order of play.
[[nodiscard]] std::vector<Square> gains_of(const ThreatSequence& sequence);

/// The same sequence on the image of the board under the symmetry.
[[nodiscard]] ThreatSequence image_of(const ThreatSequence& sequence, Symmetry symmetry, int size);

/// "four e15 (d15), straight four i8": kinds, gains, and the costs in parentheses.
[[nodiscard]] std::string to_text(const ThreatSequence& sequence, int size);

}  // namespace fiveproof::dbsearch
