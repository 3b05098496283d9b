// A slow and obvious recomputation of what conclude() and the walk work out: everything in memory, maps, a
// breadth-first search over positions as they are, canonical forms instead of keys.
#pragma once

#include "proof/gap_check.hpp"
#include "proofs.hpp"
#include "verify/check/record_check.hpp"
#include "verify/check/record_source.hpp"

namespace fiveproof::verify::test {

class Reference {
 public:
  /// A gap: kind, side to move, canonical position.
  using Identity = std::tuple<int, int, std::vector<std::uint8_t>>;
  struct Entry {
    std::set<NodeId> nodes;
    bool limit = true;
    std::optional<std::size_t> root;
    std::size_t length = 0;
  };
  struct RootResult {
    GapCounts gaps{};
    std::uint64_t positions = 0;
    std::uint64_t replies = 0;
    bool verified = false;
  };

  Reference(const Proof& proof, std::uint32_t effort) : proof_(proof), findings_(proof.findings) {
    for (Gap& finding : findings_)  // a root counts only with a line that leads from it to the position
      if (!check_gap(finding, proof.roots, proof.size).ok()) finding.root.reset();
    check_nodes(effort);
    for (std::size_t root = 0; root < proof.roots.size(); ++root) walk(root);
    for (std::size_t i = 0; i < proof.records.count(); ++i)
      if (first_of(i) == i && !reached_.contains(static_cast<NodeId>(i))) ++unreached_;
  }

  [[nodiscard]] static Identity identity(GapKind kind, const Position& position) {
    return {static_cast<int>(kind), index_of(position.to_move()), pack(canonical_form(position).position)};
  }
  [[nodiscard]] const std::map<Identity, Entry>& gaps() const { return gaps_; }
  [[nodiscard]] const std::vector<RootResult>& roots() const { return roots_; }
  [[nodiscard]] std::uint64_t unreached() const { return unreached_; }
  [[nodiscard]] const PlyTallies& by_ply() const { return by_ply_; }

 private:
  struct Node {
    NodeOutcome outcome;
    std::vector<RawGap> gaps;
  };

  /// The first record with the position of record i.
  std::size_t first_of(std::size_t i) const {
    return proof_.records.find(proof_.records.at(i).position).first;
  }

  void check_nodes(std::uint32_t effort) {
    const TableSource source = TableSource::create(proof_.records).value();
    const FormChecker forms(proof_, source);
    DbsearchChecker checker(forms, effort);
    for (NodeId id = 0; id < forms.node_count(); ++id) {
      Node node;
      node.outcome = checker.check(id, node.gaps);
      node.outcome.tally.open = node.gaps.empty() ? 0 : 1;
      if (node.outcome.tally.positions > 0) by_ply_[node.outcome.stones] += node.outcome.tally;
      for (const RawGap& gap : node.gaps) note(identity(gap.kind, forms.position_of(gap)), id, gap.limit);
      nodes_.push_back(std::move(node));
    }
    for (const Gap& finding : findings_)
      note(identity(finding.kind, finding.position), std::nullopt, finding.limit);
  }

  void note(const Identity& identity, std::optional<NodeId> node, bool limit) {
    Entry& entry = gaps_[identity];
    if (node) entry.nodes.insert(*node);
    entry.limit = entry.limit && limit;
  }

  /// Breadth first over positions in the orientation of the root.
  void walk(std::size_t root) {
    RootResult result;
    std::set<Identity> seen;
    std::uint64_t open = 0;
    const auto meet = [&](const Identity& gap, std::size_t length) {
      if (seen.insert(gap).second) ++result.gaps[static_cast<std::size_t>(std::get<0>(gap))];
      Entry& entry = gaps_.at(gap);
      if (entry.root) return;
      entry.root = root;
      entry.length = length;
    };

    std::vector<std::pair<Position, std::size_t>> queue = {{proof_.roots[root].position, 0}};
    std::set<NodeId> visited;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const auto [position, depth] = queue[i];
      const auto [first, last] = proof_.records.find(canonical_form(position).position);
      const bool is_stored = position.to_move() == proof_.attacker && first != last;
      const auto id = static_cast<NodeId>(is_stored ? first : proof_.records.count() + root);
      if (!visited.insert(id).second) continue;
      const Node& node = nodes_.at(id);
      if (is_stored) ++result.positions;
      if (is_stored) reached_.insert(id);
      if (node.outcome.state != NodeState::proved) ++open;
      result.replies += node.outcome.tally.replies;
      if (node.outcome.tally.replies == 0) {
        for (const RawGap& gap : node.gaps) meet(identity(gap.kind, position), depth);
        continue;
      }
      Position and_position = position;
      if (is_stored) {
        const Canonical canonical = canonical_form(position);
        and_position.play(
            canonical.to_canonical.inverse().apply(proof_.records.move(first).value(), proof_.size));
      }
      expand(node, position, and_position, depth + (is_stored ? 2 : 1), meet, queue);
    }
    for (const Gap& finding : findings_)
      if (finding.root.value_or(root) == root && seen.insert(identity(finding.kind, finding.position)).second)
        ++result.gaps[static_cast<std::size_t>(finding.kind)];
    for (const Gap& finding : findings_) {
      Entry& entry = gaps_.at(identity(finding.kind, finding.position));
      if (finding.root != root || entry.root) continue;
      entry.root = root;
      entry.length = finding.line.size();
    }
    result.verified = open == 0 && seen.empty();
    roots_.push_back(result);
  }

  template <class Meet>
  void expand(const Node& node, const Position& position, const Position& and_position,
              std::size_t next_depth, const Meet& meet,
              std::vector<std::pair<Position, std::size_t>>& queue) const {
    for (const RawGap& gap : node.gaps) {
      if (gap.kind == GapKind::unanswered_reply) continue;
      meet(identity(gap.kind, position), next_depth - (position == and_position ? 1 : 2));
    }
    for (Square reply : and_position.empties()) {
      if (makes_five(and_position, proof_.rule, opponent(proof_.attacker), reply)) continue;
      Position after = and_position;
      after.play(reply);
      const auto [first, last] = proof_.records.find(canonical_form(after).position);
      if (first != last) {
        queue.emplace_back(after, next_depth);
        continue;
      }
      const Identity gap = identity(GapKind::unanswered_reply, after);
      const bool is_refuted = !node.gaps.empty() && node.gaps[0].kind == GapKind::refuted_move;
      if (is_refuted || node.gaps.empty()) continue;
      // Is this reply among the gaps of the node? Up to the position's own symmetries it is the same
      // question.
      if (gaps_.contains(gap) && gaps_.at(gap).nodes.contains(static_cast<NodeId>(&node - nodes_.data())))
        meet(gap, next_depth);
    }
  }

  const Proof& proof_;
  std::vector<Gap> findings_;
  std::vector<Node> nodes_;
  std::map<Identity, Entry> gaps_;
  std::set<NodeId> reached_;
  std::vector<RootResult> roots_;
  PlyTallies by_ply_;
  std::uint64_t unreached_ = 0;
};

}  // namespace fiveproof::verify::test
