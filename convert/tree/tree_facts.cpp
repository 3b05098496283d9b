#include "convert/tree/tree_facts.hpp"

#include <algorithm>

namespace fiveproof::convert {

TreeFacts facts_of(const GameTree& tree) {
  TreeFacts facts;
  std::vector<std::uint64_t> plies;  // moves and passes from the top to each node of the line
  for (TreeCursor at(tree); at.next();) {
    const std::uint8_t bits = at.bits();
    plies.resize(at.depth());
    plies.push_back((plies.empty() ? 0 : plies.back()) + at.plays());
    facts.depth = std::max(facts.depth, plies.back());
    ++facts.nodes;
    ++(!at.plays() ? facts.without_move : at.move().is_pass() ? facts.passes : facts.moves);
    facts.lines += (bits & has_child) == 0;
    facts.marked += (bits & is_marked) != 0;
    facts.starts += (bits & is_start) != 0;
    facts.out_of_turn += (bits & is_out_of_turn) != 0;
  }
  for (const NodeText& text : tree.texts()) ++facts.texts[static_cast<std::size_t>(text.kind())];
  facts.text_bytes = tree.pool().total_bytes();
  facts.with_source_bits = tree.source_bits().size();
  return facts;
}

}  // namespace fiveproof::convert
