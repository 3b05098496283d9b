// Finds equal siblings while a tree is read, node by node in pre-order.
#pragma once

#include <array>
#include <bitset>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// The squares that the siblings so far have, for each node of the line.
class SiblingSquares {
 public:
  /// From this depth on nobody looks: a line that is longer than the board has squares is odd enough.
  static constexpr std::size_t deepest = 226;

  /// Goes to the next node: does a sibling before it have the same square, or none just like it? require: the
  /// board is 16x16 at most; `depth` is as in TreeBuilder::add.
  bool is_repeated(std::size_t depth, TreeMove move) {
    if (depth >= deepest) return false;
    if (depth >= open_) seen_[depth] = {};
    open_ = depth + 1;
    auto seen = seen_[depth][move.is_square() ? move.number() : no_square];
    const bool is_known = seen;
    seen = true;
    return is_known;
  }

 private:
  static constexpr std::size_t no_square = 16 * 16;
  std::array<std::bitset<no_square + 1>, deepest> seen_{};
  std::size_t open_ = 0;  ///< number of depths at which the line has a node
};

}  // namespace fiveproof::convert
