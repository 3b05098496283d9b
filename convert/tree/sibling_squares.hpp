// Tells equal siblings while a tree is read, node by node in pre-order.
#pragma once

#include <array>
#include <cstdint>

#include "convert/tree/game_tree.hpp"

namespace fiveproof::convert {

class SiblingSquares {
 public:
  /// Beyond this depth nobody looks: a line that is longer than the board has squares is odd enough.
  static constexpr std::size_t deepest = 226;

  /// To the next node. Has a sibling before it the same square? require: a board up to 16x16; `depth` as in
  /// TreeBuilder::add.
  bool is_repeated(std::size_t depth, TreeMove move) {
    if (depth >= deepest) return false;
    if (depth >= open_) seen_[depth] = {};
    open_ = depth + 1;
    if (!move.is_square()) return false;
    std::uint64_t& word = seen_[depth][move.number() / 64];
    const std::uint64_t bit = std::uint64_t{1} << (move.number() % 64);
    const bool is_known = (word & bit) != 0;
    word |= bit;
    return is_known;
  }

 private:
  std::array<std::array<std::uint64_t, 4>, deepest> seen_{};
  std::size_t open_ = 0;  ///< depths at which the line has a node
};

}  // namespace fiveproof::convert
