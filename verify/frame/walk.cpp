#include "verify/frame/walk.hpp"

#include <algorithm>

namespace fiveproof::verify {

Walk::Walk(const FormChecker& forms, NodeTable& table, Patience& patience)
    : forms_(forms), table_(table), patience_(patience) {}

NodeId Walk::start_of(std::size_t root, Symmetry* to_start) const {
  const Position& position = forms_.proof().roots[root].position;
  if (to_start != nullptr) *to_start = Symmetry();
  if (position.to_move() == forms_.proof().attacker) {
    if (const auto stored = forms_.records().find(position)) {
      if (to_start != nullptr) *to_start = stored->to_record;
      return stored->record;
    }
  }
  return static_cast<NodeId>(forms_.records().count() + root);
}

void Walk::visit(NodeId node, NodeId parent, Symmetry from_root) {
  table_.reach(node, parent, from_root);
  if (!forms_.is_record(node)) return;
  first_ = std::min(first_, node);
  last_ = std::max(last_, node);
}

std::optional<WalkCounts> Walk::begin(std::size_t root) {
  own_node_ = static_cast<NodeId>(forms_.records().count() + root);
  first_ = NodeTable::no_node;
  last_ = 0;
  Symmetry to_start;
  const NodeId start = start_of(root, &to_start);
  WalkCounts counts;
  visit(start, NodeTable::no_node, to_start);
  if (start == own_node_) expand(start, counts);
  if (first_ == NodeTable::no_node) return counts;
  for (NodeId node = first_; node <= last_; ++node) {
    if (!table_.is_in_walk(node)) continue;
    if (patience_.is_over()) return std::nullopt;
    expand(node, counts);
  }
  return counts;
}

void Walk::end() {
  table_.leave_walk(own_node_);
  if (first_ == NodeTable::no_node) return;
  for (NodeId node = first_; node <= last_; ++node) table_.leave_walk(node);
}

void Walk::expand(NodeId node, WalkCounts& counts) {
  ++counts.promised;
  if (forms_.is_record(node)) ++counts.positions;
  if (table_.state(node) == NodeState::proved) ++counts.proved;
  const NodeForm form = forms_.form(node);
  if (form.kind != NodeForm::Kind::replies) return;
  forms_.sort_replies(form, replies_);
  counts.replies += static_cast<std::uint64_t>(replies_.total);
  // A node in this walk that an earlier walk has reached keeps the way of that walk, and so do those after
  // it.
  const Symmetry here = table_.from_root(node);
  for (const StoredReply& stored : replies_.stored) {
    const NodeId next = stored.at.record;
    // Otherwise the one pass would miss it.
    FIVEPROOF_ENSURE(next < forms_.records().count() && (!forms_.is_record(node) || next > node));
    if (!table_.is_in_walk(next)) visit(next, node, here.then(stored.at.to_record));
  }
}

}  // namespace fiveproof::verify
