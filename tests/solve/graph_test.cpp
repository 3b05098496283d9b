#include "solve/search/graph.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "tests/positions.hpp"

namespace fiveproof::solve {
namespace {

Edge edge_to(NodeId child) { return {child, 0, 0}; }

TEST_CASE("lists of edges that grow in turn stay what they are", "[graph]") {
  Graph graph(15, Color::black, true);
  std::vector<NodeId> nodes;
  for (const char* moves : {"h8 a1", "h8 a2", "h8 a3", "h8 a4", "h8 a5"})
    nodes.push_back(graph.node(after(moves)).node);
  const NodeId all_at_once = graph.node(after("h8")).node;
  std::vector<std::vector<NodeId>> expected(nodes.size());
  std::mt19937 random(3);
  for (NodeId child = 100; child < 700; ++child) {
    const std::size_t i = random() % nodes.size();
    graph.add_edge(nodes[i], edge_to(child));
    expected[i].push_back(child);
    if (child != 400) continue;
    const std::vector<Edge> three{edge_to(1), edge_to(2), edge_to(3)};
    graph.set_edges(all_at_once, three);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::vector<NodeId> found;
    for (const Edge& edge : graph.edges(nodes[i])) found.push_back(edge.child);
    CHECK(found == expected[i]);
  }
  REQUIRE(graph.edges(all_at_once).size() == 3);
  CHECK(graph.edges(all_at_once)[2].child == 3);
}

TEST_CASE("images of a position are one node, or as many as are asked for", "[graph]") {
  Graph shared(15, Color::black, true);
  CHECK(shared.node(after("h8 a1")).node == shared.node(after("h8 o15")).node);
  Graph tree(15, Color::black, false);
  const NodeId first = tree.first(after("h8 a1")).node;
  std::vector<NodeId> others;
  for (int i = 0; i < 2000; ++i) others.push_back(tree.node(after("h8 o15")).node);  // the table grows
  CHECK(others.front() != first);
  CHECK(others.front() != others.back());
  CHECK(tree.first(after("h8 o1")).node == first);
  CHECK(tree.find(after("h8 a15")) == first);
  CHECK_FALSE(tree.find(after("h8 a2")));
}

}  // namespace
}  // namespace fiveproof::solve
