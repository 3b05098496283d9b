// The nodes a root reaches, worked out anew for each root.
//
// The graph: an edge is a reply whose position is stored. Stones only increase along an edge and records are
// sorted by stones, so that one pass over the records in ascending order is a complete walk, without a queue
// and without a list of edges. Of records with equally many stones none leads to another: where their edges
// go is worked out on several threads, and the edges are followed in the order of the records.
#pragma once

#include <optional>
#include <vector>

#include "verify/check/form.hpp"
#include "verify/frame/node_table.hpp"
#include "verify/frame/patience.hpp"

namespace fiveproof::verify {

struct WalkCounts {
  std::uint64_t promised = 0;   ///< nodes reached
  std::uint64_t proved = 0;     ///< of these: those whose rules hold
  std::uint64_t positions = 0;  ///< of these: records
  std::uint64_t replies = 0;    ///< legal replies at their AND positions
};

class Walk {
 public:
  /// `threads`: 0 means as many as the machine has. require: all outlive the walk.
  Walk(const FormChecker& forms, NodeTable& table, Patience& patience, unsigned threads = 1);

  /// The node at which a root begins, and what maps the root onto it: its record, or a node of its own.
  [[nodiscard]] NodeId start_of(std::size_t root, Symmetry* to_start = nullptr) const;

  /// Walks from one root. Until end() the table says which nodes are in the walk. The way to a node is the
  /// one over the smallest parent and reply; every way from one root to a record has the same length.
  /// Nothing: patience was over. What the table says of the nodes reached by then holds.
  std::optional<WalkCounts> begin(std::size_t root);
  void end();

 private:
  /// Nodes of the walk, ascending, and what of them does not depend on it.
  struct Stretch {
    struct Node {
      NodeId node = 0;
      std::uint64_t replies = 0;
      std::size_t edges_end = 0;  ///< its edges end here, in `edges`
    };
    std::vector<Node> nodes;
    std::vector<StoredPosition> edges;
  };
  void visit(NodeId node, NodeId parent, Symmetry from_root);
  [[nodiscard]] bool walk_through(NodeId end, WalkCounts& counts);
  [[nodiscard]] std::optional<Stretch> next_stretch(NodeId end);
  [[nodiscard]] Stretch look_at(Stretch stretch) const;
  void follow(const Stretch& stretch, WalkCounts& counts);

  const FormChecker& forms_;
  NodeTable& table_;
  Patience& patience_;
  unsigned threads_;
  std::vector<NodeId> ends_of_plies_;  ///< the first record after those with equally many stones
  NodeId own_node_ = 0;
  NodeId next_ = 0;                    ///< records before this one are behind us
  NodeId first_ = NodeTable::no_node;  ///< the records of the walk lie in [first_, last_]
  NodeId last_ = 0;
};

}  // namespace fiveproof::verify
