// A tree of moves with its nodes within each other, for oracles that go through it by calling themselves.
#pragma once

#include <vector>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::test {

struct NestedNode {
  TreeMove move;
  std::uint8_t bits = 0;
  std::vector<NestedNode> children;
};

/// What is at the top are the children of the node returned.
inline NestedNode nested(const GameTree& tree) {
  NestedNode top;
  for (TreeCursor at(tree); at.next();) {
    NestedNode* above = &top;
    for (std::size_t i = 0; i < at.depth(); ++i) above = &above->children.back();
    above->children.push_back({at.move(), at.bits(), {}});
  }
  return top;
}

}  // namespace fiveproof::test
