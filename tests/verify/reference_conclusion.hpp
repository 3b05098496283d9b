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
    std::set<std::size_t> findings;
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

  Reference(const Proof& proof, std::uint32_t effort, bool strict = false)
      : proof_(proof), strict_(strict), findings_(proof.findings) {
    for (Gap& finding : findings_)  // a root counts only with a line that leads from it to the position
      if (!check_gap(finding, proof.roots, proof.size).ok()) finding.root.reset();
    check_nodes(effort);
    for (std::size_t root = 0; root < proof.roots.size(); ++root) walk(root);
    for (std::size_t i = 0; i < proof.records.count(); ++i)
      if ((!strict || first_of(i) == i) && !reached_.contains(static_cast<NodeId>(i))) ++unreached_;
    if (!strict) drop_what_is_aside();
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

  [[nodiscard]] std::pair<std::size_t, std::size_t> stored(const Position& position) const {
    if (position.to_move() != proof_.attacker) return {};
    return proof_.records.find(canonical_form(position).position);
  }
  /// Is the node proved, and at each of its replies one of the records that it is stored as?
  bool holds(std::size_t i) {
    const auto known = holds_.find(i);
    if (known != holds_.end()) return known->second;
    bool all = nodes_.at(i).outcome.state == NodeState::proved;
    if (all && nodes_.at(i).outcome.tally.replies > 0) {
      Position after = proof_.records.at(i).position;
      after.play(proof_.records.at(i).move.value());
      each_reply(after, [&](const Position& next) {
        const auto [first, last] = stored(next);
        bool any = first == last;
        for (std::size_t j = first; j < last; ++j) any = any || holds(j);
        all = all && any;
      });
    }
    return holds_[i] = all;
  }
  template <class Use>
  void each_reply(Position and_position, const Use& use) const {
    for (Square reply : and_position.empties()) {
      if (makes_five(and_position, proof_.rule, opponent(proof_.attacker), reply)) continue;
      and_position.play(reply);
      use(and_position);
      and_position.undo(reply);
    }
  }
  /// The record that counts, of those that a position is stored as.
  std::size_t taken(std::size_t first, std::size_t last) {
    if (strict_ || last - first == 1) return first;
    std::vector<std::size_t> order;
    const auto add = [&](std::size_t i) {
      if (std::ranges::find(order, i) == order.end()) order.push_back(i);
    };
    for (const Record& wanted : proof_.alternatives)
      for (std::size_t i = first; i < last; ++i)
        if (proof_.records.at(i).position == wanted.position && proof_.records.at(i).move == wanted.move)
          add(i);
    for (std::size_t i = first; i < last; ++i) add(i);
    for (std::size_t i : order)
      if (holds(i)) return i;
    return order.front();
  }

  /// Everything that a root leads to, whichever moves are played, and no walk has come to.
  std::set<NodeId> nodes_aside() {
    std::set<NodeId> met;
    std::vector<Position> queue;
    for (const Root& root : proof_.roots) queue.push_back(root.position);
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const Position here = queue[at];
      if (here.to_move() != proof_.attacker) {
        each_reply(here, [&](const Position& next) { queue.push_back(next); });
        continue;
      }
      const auto [first, last] = stored(here);
      for (std::size_t i = first; i < last; ++i) {
        if (!met.insert(static_cast<NodeId>(i)).second || nodes_[i].outcome.tally.replies == 0) continue;
        Position after = proof_.records.at(i).position;
        after.play(proof_.records.at(i).move.value());
        queue.push_back(after);
      }
    }
    std::erase_if(met, [&](NodeId i) { return reached_.contains(i); });
    return met;
  }
  bool is_won_otherwise(const Position& position, std::optional<Square> move) {
    const auto [first, last] = stored(position);
    if (first == last || !holds(taken(first, last))) return false;
    const Record record = proof_.records.at(taken(first, last));
    if (!move || !record.move) return true;
    Position a = position, b = record.position;
    a.play(*move);
    b.play(*record.move);
    return pack(canonical_form(a).position) != pack(canonical_form(b).position);
  }
  bool is_aside(const Gap& finding) {
    if (finding.kind == GapKind::illegal_move && is_won_otherwise(finding.position, {})) return true;
    if (!finding.root) return false;
    Position here = proof_.roots[*finding.root].position;
    for (Square move : finding.line) {
      if (is_won_otherwise(here, move)) return true;
      here.play(move);
    }
    return false;
  }
  void drop_what_is_aside() {
    const std::set<NodeId> aside = nodes_aside();
    std::erase_if(gaps_, [&](const auto& item) {
      const auto& [identity, entry] = item;
      const auto kind = static_cast<GapKind>(std::get<0>(identity));
      return is_missing_evidence(kind) &&
             std::ranges::all_of(entry.nodes, [&](NodeId node) { return aside.contains(node); }) &&
             std::ranges::all_of(entry.findings, [&](std::size_t i) { return is_aside(findings_[i]); });
    });
  }

  /// The first record with the position of record i.
  std::size_t first_of(std::size_t i) const {
    return proof_.records.find(proof_.records.at(i).position).first;
  }

  void check_nodes(std::uint32_t effort) {
    const TableSource source = TableSource::create(proof_.records).value();
    const FormChecker forms(proof_, source,
                            strict_ ? SeveralMoves::contradictory : SeveralMoves::alternatives);
    DbsearchChecker checker(forms, effort);
    for (NodeId id = 0; id < forms.node_count(); ++id) {
      Node node;
      node.outcome = checker.check(id, node.gaps);
      node.outcome.tally.open = node.gaps.empty() ? 0 : 1;
      if (node.outcome.tally.positions > 0) by_ply_[node.outcome.stones] += node.outcome.tally;
      for (const RawGap& gap : node.gaps) note(identity(gap.kind, forms.position_of(gap)), id, gap.limit);
      nodes_.push_back(std::move(node));
    }
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      const Identity found = identity(findings_[i].kind, findings_[i].position);
      note(found, std::nullopt, findings_[i].limit);
      gaps_[found].findings.insert(i);
    }
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
      const auto id = static_cast<NodeId>(is_stored ? taken(first, last) : proof_.records.count() + root);
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
            canonical.to_canonical.inverse().apply(proof_.records.move(id).value(), proof_.size));
      }
      expand(node, position, and_position, depth + (is_stored ? 2 : 1), meet, queue);
    }
    for (const Gap& finding : findings_)
      if (finding.root.value_or(root) == root && (strict_ || !is_aside(finding)) &&
          seen.insert(identity(finding.kind, finding.position)).second)
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
  bool strict_;
  std::vector<Gap> findings_;
  std::map<std::size_t, bool> holds_;
  std::vector<Node> nodes_;
  std::map<Identity, Entry> gaps_;
  std::set<NodeId> reached_;
  std::vector<RootResult> roots_;
  PlyTallies by_ply_;
  std::uint64_t unreached_ = 0;
};

}  // namespace fiveproof::verify::test
