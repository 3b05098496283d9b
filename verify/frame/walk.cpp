#include "verify/frame/walk.hpp"

#include <algorithm>

#include "base/files/mapping.hpp"
#include "base/in_order.hpp"

namespace fiveproof::verify {
namespace {

/// So many nodes go to a thread at a time: enough to be worth one, and over soon after an interrupt.
constexpr std::size_t nodes_of_a_stretch = 256;

}  // namespace

Walk::Walk(const FormChecker& forms, NodeTable& table, Patience& patience, unsigned threads)
    : forms_(forms), table_(table), patience_(patience), threads_(threads) {
  const RecordSource& records = forms.records();
  for (NodeId record = 0; record < records.count(); record = ends_of_plies_.back())
    ends_of_plies_.push_back(records.end_of_ply(record));
}

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
  if (start == own_node_) follow(look_at({.nodes = {{.node = start}}, .edges = {}}), counts);
  next_ = first_;
  auto ply = std::upper_bound(ends_of_plies_.begin(), ends_of_plies_.end(), first_);
  for (; ply != ends_of_plies_.end() && next_ <= last_; ++ply)
    if (!walk_through(*ply, counts)) return std::nullopt;
  return counts;
}

/// Goes over the records of the walk in a ply, up to its `end`. False: patience was over.
bool Walk::walk_through(NodeId end, WalkCounts& counts) {
  const auto done = in_order(
      threads_, [&] { return next_stretch(end); },
      [&](Stretch stretch) { return look_at(std::move(stretch)); },
      [&](const Stretch& stretch) -> Status {
        follow(stretch, counts);
        return Done{};
      });
  return done.ok() && next_ == end;
}

std::optional<Walk::Stretch> Walk::next_stretch(NodeId end) {
  Stretch stretch;
  if (patience_.is_over()) return std::nullopt;
  for (; next_ < end && stretch.nodes.size() < nodes_of_a_stretch; ++next_) {
    if (next_ % sweep == 0) forms_.records().passed(next_);
    if (table_.is_in_walk(next_)) stretch.nodes.push_back({next_});
  }
  if (stretch.nodes.empty()) return std::nullopt;
  return stretch;
}

void Walk::end() {
  table_.leave_walk(own_node_);
  if (first_ == NodeTable::no_node) return;
  for (NodeId node = first_; node <= last_; ++node) table_.leave_walk(node);
}

Walk::Stretch Walk::look_at(Stretch stretch) const {
  SortedReplies replies;
  for (Stretch::Node& at : stretch.nodes) {
    if (const NodeForm form = forms_.form(at.node); form.kind == NodeForm::Kind::replies) {
      forms_.sort_replies(form, replies);
      at.replies = static_cast<std::uint64_t>(replies.total);
      for (const StoredReply& stored : replies.stored) stretch.edges.push_back(stored.at);
    }
    at.edges_end = stretch.edges.size();
  }
  return stretch;
}

void Walk::follow(const Stretch& stretch, WalkCounts& counts) {
  std::size_t edge = 0;
  for (const Stretch::Node& at : stretch.nodes) {
    ++counts.promised;
    if (forms_.is_record(at.node)) ++counts.positions;
    if (table_.state(at.node) == NodeState::proved) ++counts.proved;
    counts.replies += at.replies;
    // A node in this walk that an earlier walk has reached keeps the way of that walk, and so do those after
    // it.
    const Symmetry here = table_.from_root(at.node);
    for (; edge < at.edges_end; ++edge) {
      const StoredPosition& stored = stretch.edges[edge];
      // Otherwise the pass would miss it.
      FIVEPROOF_ENSURE(stored.record < forms_.records().count() &&
                       (!forms_.is_record(at.node) || stored.record >= next_));
      if (!table_.is_in_walk(stored.record)) visit(stored.record, at.node, here.then(stored.to_record));
    }
  }
}

}  // namespace fiveproof::verify
