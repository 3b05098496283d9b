// The positions of one proof search and what leads from one to another: an AND/OR DAG in memory.
//
// A node is a position in canonical form (game/symmetry.hpp), so that positions equal up to symmetry are one
// node; equality is that of all squares, the hash only finds the place. Nodes are numbered from 0 and keep
// their numbers. Edges lead from a node to its children; an AND position gets them all together, an OR
// position one by one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "game/position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::solve {

using NodeId = std::uint32_t;
/// Proof and disproof numbers at or beyond this are infinite.
inline constexpr std::uint32_t infinite = 1'000'000'000;

struct Edge {
  NodeId child;
  std::uint16_t move;  ///< Square::number(), a square of the parent's position
  /// Symmetry::number() of the one that maps the parent's position with the move onto the child's position.
  std::uint8_t symmetry;
};

struct Node {
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
  std::uint32_t first_edge = 0;
  std::uint16_t edge_count = 0;
  std::uint16_t looked_at = 0;  ///< so many of its ordered moves or replies were looked at
  /// What is expected of the moves or replies that were not looked at; infinite when there are none. OR: the
  /// proof number of the next one. AND: how many of them are open replies.
  std::uint32_t next = infinite;
  bool expanded = false;
  bool is_or = false;
  bool is_threat = false;  ///< AND: the attacker wins if the defender passes

  [[nodiscard]] bool is_proved() const { return proof == 0; }
  [[nodiscard]] bool is_failed() const { return disproof == 0; }
  [[nodiscard]] bool is_open() const { return proof != 0 && disproof != 0; }
};

class Graph {
 public:
  /// require: is_board_size(size). With `share` false each node() makes a new node, and the DAG is a tree.
  Graph(int size, Color attacker, bool share);

  struct Found {
    NodeId node;
    bool is_new;
    Symmetry to_canonical;  ///< maps the position that was asked for onto the node's
  };
  /// The node of a position that is led to, made if there is none.
  Found node(const Position& position);
  /// The first node that was made of a position, made if there is none: where a search begins.
  Found first(const Position& position);
  /// The first node that was made of a position, if there is one.
  [[nodiscard]] std::optional<NodeId> find(const Position& position);

  [[nodiscard]] Node& at(NodeId n) { return nodes_[n]; }
  [[nodiscard]] const Node& at(NodeId n) const { return nodes_[n]; }
  [[nodiscard]] Position position(NodeId n) const;  ///< canonical
  [[nodiscard]] std::span<const Edge> edges(NodeId n) const {
    return std::span(edges_).subspan(nodes_[n].first_edge, nodes_[n].edge_count);
  }
  /// require: an OR position with fewer than 65536 so far.
  void add_edge(NodeId n, const Edge& edge);
  /// require: an AND position, fewer than 65536.
  void set_edges(NodeId n, std::span<const Edge> edges);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  [[nodiscard]] std::size_t place_of(bool is_or);  ///< where the key in scratch_ is, or is to go
  [[nodiscard]] std::span<const std::uint8_t> packed(NodeId n) const {
    return std::span(packed_).subspan(n * stride_, stride_);
  }
  Symmetry write_key(const Position& position);
  Found node(const Position& position, bool share);
  std::uint32_t end_of_edges() const;
  void grow();

  int size_;
  Color attacker_;
  bool share_;
  std::size_t stride_;
  std::vector<Node> nodes_;
  std::vector<std::uint8_t> packed_;  ///< `stride_` bytes a node
  std::vector<Edge> edges_;
  std::vector<NodeId> places_;  ///< open addressing; `no_node` where free
  std::vector<std::uint8_t> scratch_;
};

}  // namespace fiveproof::solve
