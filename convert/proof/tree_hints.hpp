// What a tree shows of what it may claim: for proposals, never for assumptions.
//
// In a strategy the attacker has one move at a position and the defender several; many tools mark the
// attacker's moves "a" and the defender's replies "c"; and before the claim begins there is one line.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "convert/tree/game_tree.hpp"
#include "game/rules.hpp"

namespace fiveproof::convert {

struct TreeHints {
  struct Side {
    std::uint64_t positions = 0;  ///< with this side to move, and a move
    std::uint64_t moves = 0;      ///< at these
    std::uint64_t last = 0;       ///< of these: with nothing behind them
    std::uint64_t marked_a = 0;   ///< of these: with a label that begins with "a"
    std::uint64_t marked_c = 0;

    [[nodiscard]] double moves_each() const {
      return positions == 0 ? 0 : static_cast<double>(moves) / static_cast<double>(positions);
    }
  };
  std::array<Side, 2> sides;  ///< by index_of(Color)
  /// From the empty board, as long as there is one move only and a square to play.
  std::vector<Square> trunk;

  /// The side that nearly always has one move where the other has several; nothing when that is neither.
  [[nodiscard]] std::optional<Color> attacker() const;
  /// One line for people, with the options that it would suggest.
  [[nodiscard]] std::string text() const;
};

/// Colours follow from the moves above, Black first. Nothing is asked of the moves.
[[nodiscard]] TreeHints hints_of(const GameTree& tree);

}  // namespace fiveproof::convert
