// The children of any node of a tree.
#pragma once

#include <algorithm>
#include <vector>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

// Where in a tree somebody is, besides its nodes: nowhere, or above all of them.
inline constexpr NodeNumber nowhere = 0xFFFFFFFF, above_all = 0xFFFFFFFE;

/// A tree with a way from each node to its siblings; 4 bytes for each node.
class Siblings {
 public:
  explicit Siblings(const GameTree& tree) : tree_(tree), next_(tree.node_count()) {
    std::vector<NodeNumber> line;
    for (TreeCursor at(tree); at.next();) {
      if (at.left() > 0) {
        line.resize(line.size() - at.left() + 1);
        next_[line.back()] = at.node();
        line.pop_back();
      }
      line.push_back(at.node());
    }
  }

  [[nodiscard]] const GameTree& tree() const { return tree_; }
  [[nodiscard]] std::vector<NodeNumber> children(NodeNumber node) const {
    std::vector<NodeNumber> all;
    if (node == nowhere || tree_.node_count() == 0) return all;
    if (node != above_all && (tree_.bits(node) & has_child) == 0) return all;
    for (NodeNumber child = node == above_all ? 0 : node + 1;; child = next_[child]) {
      all.push_back(child);
      if ((tree_.bits(child) & has_sibling) == 0) return all;
    }
  }
  [[nodiscard]] bool is_text(NodeNumber node) const { return (tree_.bits(node) & is_text_only) != 0; }
  /// Is it a text on a bare point, and nothing more?
  [[nodiscard]] bool is_label(NodeNumber node) const {
    return is_text(node) && (tree_.bits(node) & (has_child | is_marked)) == 0 &&
           tree_.move(node).is_square() && std::ranges::all_of(tree_.texts_of(node), is_board_text);
  }
  [[nodiscard]] bool has_board_text(NodeNumber node) const {
    return std::ranges::any_of(tree_.texts_of(node), is_board_text);
  }

 private:
  static bool is_board_text(const NodeText& text) { return text.kind() == TextKind::board_text; }

  const GameTree& tree_;
  std::vector<NodeNumber> next_;  ///< by node, if it has a sibling after it
};

}  // namespace fiveproof::convert
