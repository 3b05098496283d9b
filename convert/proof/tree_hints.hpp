// What the shape of a tree suggests about its claim. It is proposed to people, and never assumed.
//
// In a strategy the attacker has one move at a position and the defender has several; many tools mark the
// attacker's moves "a" and the defender's replies "c"; and up to where the claim begins there is one line
// only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/rules.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

struct TreeHints {
  struct Side {
    std::uint64_t positions = 0;  ///< positions at which this side has a move
    std::uint64_t moves = 0;      ///< this side's moves
    std::uint64_t last = 0;       ///< this side's moves that have no move below them
    std::uint64_t marked_a = 0;   ///< this side's moves with a label that begins with "a"
    std::uint64_t marked_c = 0;   ///< this side's moves with a label that begins with "c"

    [[nodiscard]] double moves_each() const {
      return positions == 0 ? 0 : static_cast<double>(moves) / static_cast<double>(positions);
    }
  };
  std::array<Side, 2> sides;  ///< by index_of(Color)
  /// The moves from the empty board on, as long as there is only one and it is no pass.
  std::vector<Square> trunk;

  /// The side that nearly always has one move where the other has several; nothing when neither side does.
  [[nodiscard]] std::optional<Color> attacker() const;
  /// One line for people: the counts, and the options of the command line that they suggest.
  [[nodiscard]] std::string text() const;
};

/// Counts the whole tree. Colours follow from the moves above, Black first; nobody looks whether a move can
/// be played.
[[nodiscard]] TreeHints hints_of(const GameTree& tree);

}  // namespace fiveproof::convert
