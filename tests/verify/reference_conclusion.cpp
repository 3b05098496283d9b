#include "verify/reachability.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>

#include "format/gap_check.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::verify {
namespace {

/// The one place that can accept a claim: everything promised is proved, at least one thing was, and
/// nothing speaks against it.
bool is_accepted(std::uint64_t promised, std::uint64_t proved, const GapCounts& gaps) {
  const bool is_without_gaps = std::all_of(gaps.begin(), gaps.end(), [](auto n) { return n == 0; });
  return promised > 0 && promised == proved && is_without_gaps;
}

Tally tally_of(const NodeResult& r) {
  Tally t;
  t.positions = 1;
  t.leaves = r.is_leaf ? 1 : 0;
  t.ends = r.is_end ? 1 : 0;
  t.replies = r.replies;
  t.stored = r.stored;
  t.replayed = r.replayed;
  t.searched = r.searched;
  t.searched_fully = r.searched_fully;
  t.unanswered = r.unanswered;
  t.defender_fives = r.defender_fives;
  return t;
}

/// The nodes one root reaches, with a shortest way to each.
class Walk {
 public:
  Walk(const Proof& proof, const PositionIndex& index, const CheckedNodes& nodes)
      : proof_(proof), index_(index), nodes_(nodes), ways_(nodes.results.size()) {
    first_edge_.reserve(nodes.results.size() + 1);
    std::size_t edge = 0;
    for (std::size_t node = 0; node <= nodes.results.size(); ++node) {
      while (edge < nodes.edges.size() && nodes.edges[edge].from < node) ++edge;
      first_edge_.push_back(edge);
    }
  }

  /// Breadth first, edges in order of the replies: the shortest ways, and always the same.
  /// The result, in the order of the visits, is valid until the next start().
  const std::vector<NodeId>& start(std::size_t root) {
    root_ = root;
    ++walk_;
    reached_.clear();
    const auto own_node = static_cast<NodeId>(proof_.records.count() + root);
    NodeId first = own_node;
    to_first_ = Symmetry();
    const Position& position = proof_.roots[root].position;
    if (position.to_move() == proof_.attacker) {
      if (const auto stored = index_.find(position)) {
        first = stored->record;
        to_first_ = stored->to_record;
      }
    }
    visit(first, no_edge);
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const NodeId node = reached_[i];
      for (std::size_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e)
        if (ways_[nodes_.edges[e].to].walk != walk_) visit(nodes_.edges[e].to, e);
    }
    return reached_;
  }

  /// Is the node a record (and not a root that is not stored)?
  [[nodiscard]] bool is_record(NodeId node) const { return node < proof_.records.count(); }
  /// Number of moves from the root. require: `node` was reached by the last start().
  [[nodiscard]] std::size_t depth(NodeId node) const { return ways_[node].depth; }

  /// The gap in the orientation of the root, with its line. require: gap.node was reached by the last
  /// start().
  [[nodiscard]] Gap gap_at_root(const RawGap& raw) const {
    std::vector<const Edge*> way;
    for (NodeId node = raw.node; ways_[node].edge != no_edge; node = way.back()->from)
      way.push_back(&nodes_.edges[ways_[node].edge]);
    std::reverse(way.begin(), way.end());

    Gap gap;
    gap.kind = raw.kind;
    gap.root = root_;
    gap.limit = raw.limit;
    // `here` maps the orientation of the root onto that of the node the way has come to.
    Symmetry here = to_first_;
    const auto in_root = [&](Square s) { return here.inverse().apply(s, proof_.size); };
    const auto add_move_of = [&](NodeId node) {
      if (!is_record(node)) return;  // a root with the defender to move
      const auto move = proof_.records.move(node);
      FIVEPROOF_ENSURE(move.has_value());
      gap.line.push_back(in_root(*move));
    };
    for (const Edge* edge : way) {
      add_move_of(edge->from);
      gap.line.push_back(in_root(Square::from_number(edge->reply)));
      here = here.then(Symmetry(edge->symmetry));
    }
    if (raw.kind == GapKind::unanswered_reply) {
      add_move_of(raw.node);
      gap.line.push_back(in_root(*raw.square));
    } else if (raw.square) {
      gap.by = in_root(*raw.square);
    }

    // The line must end exactly at the position; play() insists that each square is empty.
    gap.position = proof_.roots[root_].position;
    for (Square s : gap.line) gap.position.play(s);
    FIVEPROOF_ENSURE(here.apply(gap.position) == position_at_node(raw));
    return gap;
  }

  /// The gap in the orientation of its node, without a line.
  [[nodiscard]] Gap gap_at_node(const RawGap& raw) const {
    Gap gap;
    gap.kind = raw.kind;
    gap.limit = raw.limit;
    gap.position = position_at_node(raw);
    if (raw.kind == GapKind::unanswered_reply)
      gap.position = canonical_form(gap.position).position;
    else
      gap.by = raw.square;
    return gap;
  }

  /// The position of the gap in the orientation of its node.
  [[nodiscard]] Position position_at_node(const RawGap& raw) const {
    Position position = is_record(raw.node) ? proof_.records.at(raw.node).position
                                            : proof_.roots[raw.node - proof_.records.count()].position;
    if (raw.kind != GapKind::unanswered_reply) return position;
    if (is_record(raw.node)) position.play(proof_.records.move(raw.node).value());
    position.play(raw.square.value());
    return position;
  }

 private:
  static constexpr std::size_t no_edge = ~std::size_t{0};
  struct Way {
    std::uint32_t walk = 0;  ///< the walk that came here last; 0: none
    std::uint32_t depth = 0;
    std::size_t edge = no_edge;
  };

  void visit(NodeId node, std::size_t edge) {
    std::uint32_t depth = 0;
    if (edge != no_edge) {
      const NodeId from = nodes_.edges[edge].from;
      depth = ways_[from].depth + (is_record(from) ? 2 : 1);
    }
    ways_[node] = {walk_, depth, edge};
    reached_.push_back(node);
  }

  const Proof& proof_;
  const PositionIndex& index_;
  const CheckedNodes& nodes_;
  std::vector<std::size_t> first_edge_;  // by node; one more at the end
  std::vector<Way> ways_;
  std::vector<NodeId> reached_;
  Symmetry to_first_;
  std::size_t root_ = 0;
  std::uint32_t walk_ = 0;
};

/// Two gaps are one when kind and position agree up to symmetry.
std::string identity_of(GapKind kind, const Position& position) {
  const Position canonical = canonical_form(position).position;
  const auto bytes = pack(canonical);
  std::string identity(bytes.begin(), bytes.end());
  identity.push_back(static_cast<char>(kind));
  identity.push_back(static_cast<char>(canonical.to_move()));
  return identity;
}

/// Each gap once.
class GapList {
 public:
  using Id = std::size_t;

  /// The number of this gap; a new one when nothing equal is in the list.
  Id add(const std::string& identity, bool limit) {
    const auto [place, is_new] = ids_.try_emplace(identity, entries_.size());
    if (is_new)
      entries_.push_back({.limit = limit});
    else
      entries_[place->second].limit = entries_[place->second].limit && limit;
    return place->second;
  }

  /// Counts the gap for a root; false when it is counted already.
  bool count_for_root(Id id, std::size_t root) {
    if (entries_[id].counted_for == root + 1) return false;
    entries_[id].counted_for = root + 1;
    return true;
  }
  /// Would a line of this length from this root be the one to show? The first root that reaches a gap
  /// keeps it; within a root the shortest line does, and of those the first.
  [[nodiscard]] bool is_wanted(Id id, std::size_t root, std::size_t length) const {
    const auto& gap = entries_[id].gap;
    if (!gap || !gap->root) return true;
    return *gap->root == root && length < gap->line.size();
  }
  void show(Id id, Gap gap) { entries_[id].gap = std::move(gap); }
  [[nodiscard]] bool is_shown(Id id) const { return entries_[id].gap.has_value(); }

  /// Sorted by root (none last), length of the line, position, kind.
  [[nodiscard]] std::vector<Gap> take_sorted() {
    std::vector<Gap> gaps;
    gaps.reserve(entries_.size());
    for (Entry& entry : entries_) {
      FIVEPROOF_ENSURE(entry.gap.has_value());
      entry.gap->limit = entry.limit;
      gaps.push_back(std::move(*entry.gap));
    }
    std::sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) {
      const auto rank = [](const Gap& g) {
        return std::tuple(g.root.value_or(~std::size_t{0}), g.line.size(), g.position.stone_count());
      };
      if (rank(a) != rank(b)) return rank(a) < rank(b);
      if (position_less(a.position, b.position)) return true;
      if (position_less(b.position, a.position)) return false;
      return a.kind < b.kind;
    });
    return gaps;
  }

 private:
  struct Entry {
    bool limit = false;
    std::size_t counted_for = 0;  // 1 + the last root that counted it
    std::optional<Gap> gap = {};
  };
  std::unordered_map<std::string, Id> ids_;
  std::vector<Entry> entries_;
};

/// A finding without its root and line, unless the line leads from the root to the position.
Gap gap_of_finding(const Proof& proof, const Gap& finding) {
  Gap gap = finding;
  if (!check_gap(gap, proof.roots, proof.size).ok()) {
    gap.root.reset();
    gap.line.clear();
  }
  return gap;
}

}  // namespace

void CheckedNodes::sort() {
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tuple(a.from, a.reply) < std::tuple(b.from, b.reply);
  });
  // The gaps of a node come from one thread, in order.
  std::stable_sort(gaps.begin(), gaps.end(),
                   [](const RawGap& a, const RawGap& b) { return a.node < b.node; });
}

void conclude(const Proof& proof, const PositionIndex& index, const CheckedNodes& nodes, int percent_done,
              Verification& out) {
  Walk walk(proof, index, nodes);
  GapList list;
  std::vector<GapList::Id> ids;  // of nodes.gaps
  ids.reserve(nodes.gaps.size());
  for (const RawGap& raw : nodes.gaps)
    ids.push_back(list.add(identity_of(raw.kind, walk.position_at_node(raw)), raw.limit));
  std::vector<Gap> findings;
  std::vector<GapList::Id> finding_ids;
  for (const Gap& finding : proof.findings) {
    findings.push_back(gap_of_finding(proof, finding));
    finding_ids.push_back(list.add(identity_of(finding.kind, finding.position), finding.limit));
  }

  const std::size_t records = proof.records.count();
  std::vector<bool> is_reached(records);
  for (std::size_t root = 0; root < proof.roots.size(); ++root) {
    Verdict verdict;
    verdict.claim = claim_of(proof, root);
    verdict.effort = out.effort;
    verdict.percent_done = percent_done;
    const auto count = [&](GapList::Id id, GapKind kind) {
      if (list.count_for_root(id, root)) ++verdict.gaps[static_cast<std::size_t>(kind)];
    };

    std::uint64_t promised = 0;
    std::uint64_t proved = 0;
    for (NodeId node : walk.start(root)) {
      ++promised;
      if (nodes.results[node].state == NodeState::proved) ++proved;
      verdict.replies += nodes.results[node].replies;
      if (walk.is_record(node)) {
        ++verdict.positions;
        is_reached[node] = true;
      }
      auto raw = std::lower_bound(nodes.gaps.begin(), nodes.gaps.end(), node,
                                  [](const RawGap& gap, NodeId n) { return gap.node < n; });
      for (; raw != nodes.gaps.end() && raw->node == node; ++raw) {
        const auto id = ids[static_cast<std::size_t>(raw - nodes.gaps.begin())];
        count(id, raw->kind);
        const std::size_t own_moves = raw->kind != GapKind::unanswered_reply ? 0
                                      : walk.is_record(node)                 ? 2
                                                                             : 1;
        if (list.is_wanted(id, root, walk.depth(node) + own_moves)) list.show(id, walk.gap_at_root(*raw));
      }
    }
    // A finding without a root may concern any claim, so it speaks against all of them.
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (findings[i].root.value_or(root) != root) continue;
      count(finding_ids[i], findings[i].kind);
      if (findings[i].root && list.is_wanted(finding_ids[i], root, findings[i].line.size()))
        list.show(finding_ids[i], findings[i]);
    }

    if (out.interrupted)
      verdict.outcome = Outcome::undecided;
    else if (is_accepted(promised, proved, verdict.gaps))
      verdict.outcome = Outcome::verified;
    out.verdicts.push_back(std::move(verdict));
  }

  // Gaps that no root shows.
  for (std::size_t i = 0; i < nodes.gaps.size(); ++i)
    if (!list.is_shown(ids[i])) list.show(ids[i], walk.gap_at_node(nodes.gaps[i]));
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (!list.is_shown(finding_ids[i])) list.show(finding_ids[i], findings[i]);
  out.gaps = list.take_sorted();
  for (const Gap& gap : out.gaps) {
    ++out.gap_counts[static_cast<std::size_t>(gap.kind)];
    if (gap.limit) ++out.limited_gaps;
  }

  for (std::size_t node = 0; node < nodes.results.size(); ++node) {
    const NodeResult& result = nodes.results[node];
    if (result.state == NodeState::repetition || result.state == NodeState::stored_root) continue;
    if (node < records && !is_reached[node] && result.state != NodeState::unchecked) ++out.unreached;
    if (result.state == NodeState::unchecked) continue;
    const Tally tally = tally_of(result);
    out.all += tally;
    out.by_ply[result.stones] += tally;
  }
}

}  // namespace fiveproof::verify
