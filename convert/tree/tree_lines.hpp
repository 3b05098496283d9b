// A tree as lines of moves, one for each leaf: what formats can take that hold nothing but games.
//
// A node without a stone (a root, a label on an empty point) is not part of a line; what is below it goes on
// with the line above. So a leaf is a move with no other move below it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "convert/tree/game_tree.hpp"

namespace fiveproof::convert {

struct TreeLine {
  std::span<const TreeMove> moves;                            ///< squares and passes, at least one
  std::optional<std::span<const std::uint8_t>> comment = {};  ///< of the leaf
};

/// What is in a tree and in none of its lines.
struct LeftOut {
  std::uint64_t comments = 0;  ///< of nodes that are no leaves
  std::uint64_t old_comments = 0, labels = 0, marks = 0, starts = 0;
  std::uint64_t properties = 0;  ///< nodes of which the source says more, in its own notation
  std::uint64_t out_of_turn = 0;
  std::uint64_t no_moves = 0;  ///< nodes without a stone, but for a root
  std::uint64_t equal = 0;     ///< moves equal to a sibling: two lines, which a reader makes one

  /// One line for each that there is, and for the facts and bits of the tree's source.
  void name(const GameTree& tree, std::vector<std::string>& losses) const;
};

/// In the order of the leaves.
[[nodiscard]] LeftOut for_each_line(const GameTree& tree, const std::function<void(const TreeLine&)>& take);

}  // namespace fiveproof::convert
