#include "convert/tree/tree_facts.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "game/notation.hpp"

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

std::string text_of_line(const GameTree& tree, std::span<const NodeNumber> line) {
  std::string text;
  for (const NodeNumber node : line) {
    const TreeMove move = tree.move(node);
    if (move.is_none()) continue;
    text += (text.empty() ? "" : " ") + (move.is_pass() ? "pass" : to_text(move.square(tree.size())));
  }
  return text;
}

void for_each_occupied(const GameTree& tree, const std::function<void(NodeNumber)>& f) {
  const auto area = static_cast<std::size_t>(tree.size()) * static_cast<std::size_t>(tree.size());
  std::vector<std::uint32_t> stones(area);  // how many the line has put on each square
  std::vector<std::optional<std::size_t>> line;
  for (TreeCursor at(tree); at.next();) {
    for (; line.size() > at.depth(); line.pop_back())
      if (line.back()) --stones[*line.back()];
    line.emplace_back();
    if (!at.plays() || !at.move().is_square()) continue;
    line.back() = at.move().number();
    if (stones[at.move().number()]++ > 0) f(at.node());
  }
}

}  // namespace fiveproof::convert
