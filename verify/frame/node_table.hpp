// Remembers one byte for each node, and one number once there are lines to show.
//
// Everything else about a node is worked out again when it is needed, so that large proofs fit in memory.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/memory/large_array.hpp"
#include "game/symmetry.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::verify {

class NodeTable {
 public:
  static constexpr NodeId no_node = std::numeric_limits<NodeId>::max();

  explicit NodeTable(std::size_t nodes) : marks_(nodes) {}
  [[nodiscard]] std::size_t count() const { return marks_.size(); }

  // -- the check; different nodes may be set by different threads --
  [[nodiscard]] NodeState state(NodeId node) const {
    return static_cast<NodeState>(marks_[node] & state_bits);
  }
  void set_state(NodeId node, NodeState state) {
    marks_[node] = static_cast<std::uint8_t>((marks_[node] & ~state_bits) | static_cast<int>(state));
  }

  // -- the walks, root by root --
  /// Makes room for parents. It is called before the first walk if lines will be asked for. ErrorCode::io:
  /// there is no room for what is beyond the budget.
  [[nodiscard]] Status remember_parents(const MemoryBudget& budget) {
    auto made = LargeArray<NodeId>::create(marks_.size(), budget);
    if (!made.ok()) return made.error();
    parents_ = std::move(made).value();
    return Done{};
  }
  /// Has the walk under way reached the node?
  [[nodiscard]] bool is_in_walk(NodeId node) const { return (marks_[node] & in_walk) != 0; }
  /// Has any walk reached the node?
  [[nodiscard]] bool is_reached(NodeId node) const { return (marks_[node] & reached) != 0; }
  /// The first walk that comes to a node says how: from `parent`, or no_node, and `from_root` maps the
  /// orientation of that walk's root onto the node's.
  void reach(NodeId node, NodeId parent, Symmetry from_root) {
    if (!is_reached(node)) {
      marks_[node] = static_cast<std::uint8_t>((marks_[node] & state_bits) | reached |
                                               from_root.number() << symmetry_shift);
      if (parents_.size() > 0) parents_[node] = parent + 1;
    }
    marks_[node] |= in_walk;
  }
  void leave_walk(NodeId node) { marks_[node] &= static_cast<std::uint8_t>(~in_walk); }

  /// require: is_reached(node).
  [[nodiscard]] Symmetry from_root(NodeId node) const {
    return Symmetry((marks_[node] >> symmetry_shift) & (Symmetry::count - 1));
  }
  /// require: parents are remembered, and is_reached(node).
  [[nodiscard]] NodeId parent(NodeId node) const { return parents_[node] - 1; }

 private:
  static constexpr std::uint8_t state_bits = 7;
  static constexpr int symmetry_shift = 3;
  static constexpr std::uint8_t reached = 64;
  static constexpr std::uint8_t in_walk = 128;

  std::vector<std::uint8_t> marks_;
  LargeArray<NodeId> parents_;  ///< each is one more than the node, so that 0 is no_node
};

}  // namespace fiveproof::verify
