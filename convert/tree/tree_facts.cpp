#include "convert/tree/tree_facts.hpp"

#include <algorithm>

namespace fiveproof::convert {

namespace {

/// Moves and passes from the top to each node of the line.
void follow(const TreeCursor& at, std::vector<std::uint64_t>& plies, TreeFacts& facts) {
  plies.resize(at.depth() + 1);
  const std::uint64_t above = at.depth() == 0 ? 0 : plies[at.depth() - 1];
  plies.back() = above + (at.plays() ? 1 : 0);
  facts.depth = std::max(facts.depth, plies.back());
}

void count_node(const TreeCursor& at, TreeFacts& facts) {
  const std::uint8_t bits = at.bits();
  ++facts.nodes;
  ++(!at.plays() ? facts.without_move : at.move().is_pass() ? facts.passes : facts.moves);
  if ((bits & has_child) == 0) ++facts.lines;
  if ((bits & is_marked) != 0) ++facts.marked;
  if ((bits & is_start) != 0) ++facts.starts;
  if ((bits & is_out_of_turn) != 0) ++facts.out_of_turn;
}

}  // namespace

TreeFacts facts_of(const GameTree& tree) {
  TreeFacts facts;
  std::vector<std::uint64_t> plies;
  for (TreeCursor at(tree); at.next();) {
    follow(at, plies, facts);
    count_node(at, facts);
  }
  for (const NodeText& text : tree.texts()) ++facts.texts[static_cast<std::size_t>(text.kind())];
  facts.text_bytes = tree.pool().total_bytes();
  facts.with_source_bits = tree.source_bits().size();
  return facts;
}

}  // namespace fiveproof::convert
