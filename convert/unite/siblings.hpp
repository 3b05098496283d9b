// The children of any node of a tree.
#pragma once

#include <algorithm>
#include <vector>

#include "convert/tree/next_siblings.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

// Where in a tree somebody is, besides its nodes: nowhere, or above all of them.
inline constexpr NodeNumber nowhere = 0xFFFFFFFF, above_all = 0xFFFFFFFE;

/// Siblings of one key are equal: the same point, played or with a text, in turn or not.
[[nodiscard]] inline std::uint32_t sibling_key(TreeMove move, std::uint8_t bits) {
  return static_cast<std::uint32_t>(move.number()) << 8 | (bits & (is_text_only | is_out_of_turn));
}

/// A tree with a way from each node to its siblings; 4 bytes for each node.
class Siblings {
 public:
  explicit Siblings(const GameTree& tree) : tree_(tree), next_(next_siblings(tree)) {}

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
  std::vector<NodeNumber> next_;
};

}  // namespace fiveproof::convert
