// From each node of a tree to its next sibling, which the tree itself does not keep.
#pragma once

#include <vector>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// By node, where it has a sibling after it; 4 bytes for each.
[[nodiscard]] inline std::vector<NodeNumber> next_siblings(const GameTree& tree) {
  std::vector<NodeNumber> next(tree.node_count()), line;
  for (TreeCursor at(tree); at.next();) {
    if (at.left() > 0) {
      line.resize(line.size() - at.left() + 1);
      next[line.back()] = at.node();
      line.pop_back();
    }
    line.push_back(at.node());
  }
  return next;
}

}  // namespace fiveproof::convert
