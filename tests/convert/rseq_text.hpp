// A tree as a sequence of renlibonline, for the way back in tests: each node is given its children's numbers
// when it is come to, in pre-order, as in the published files.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "proof/tree/game_tree.hpp"
#include "tests/convert/bytes.hpp"

namespace fiveproof::test {

/// require: 15x15, squares alone.
inline std::string rseq_text(const GameTree& tree) {
  using namespace convert;
  const std::size_t count = tree.node_count();
  std::vector<std::vector<NodeNumber>> children(count);
  std::vector<NodeNumber> roots;
  std::vector<int> player(count);
  for (TreeCursor at(tree); at.next();) {
    const int turn = at.depth() == 0 ? 0 : 1 - player[at.line()[at.depth() - 1]];
    player[at.node()] = at.bits() & is_out_of_turn ? 1 - turn : turn;
    (at.depth() == 0 ? roots : children[at.line()[at.depth() - 1]]).push_back(at.node());
  }
  std::vector<std::size_t> number(count);
  std::size_t next = 0;
  for (const NodeNumber root : roots) number[root] = next++;
  std::vector<std::string> nodes(count);
  for (NodeNumber node = 0; node < count; ++node) {
    const Square square = tree.move(node).square(15);
    const std::size_t first = next;
    for (const NodeNumber child : children[node]) number[child] = next++;
    nodes[number[node]] = "[" + std::to_string(square.column()) + "," + std::to_string(14 - square.row()) +
                          "," + std::to_string(player[node]) + "," +
                          (children[node].empty() ? "-1" : std::to_string(first)) + "," +
                          std::to_string(children[node].size()) + "]";
  }
  const auto text_of = [&](const char* fact) {
    const auto found = tree.facts().find(fact);
    return nlohmann::json(found == tree.facts().end() ? "" : test::text_of(found->second)).dump();
  };
  std::string text = "{\"id\":" + text_of("id") + ",\"name\":" + text_of("name") + ",\"roots\":[";
  for (std::size_t i = 0; i < roots.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(i);
  text += "],\"nodes\":[";
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + nodes[i];
  return text + "]}";
}

}  // namespace fiveproof::test
