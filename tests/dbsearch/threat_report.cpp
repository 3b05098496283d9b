#include "tests/dbsearch/threat_report.hpp"

#include "dbsearch/threat_tree.hpp"

namespace fiveproof::dbsearch {
namespace {

/// Writes nodes that are not below another combination, each followed by its
/// combinations and what is below them.
class Writer {
 public:
  Writer(const ThreatTree& tree, const ThreatTree::Trace& trace) : tree_(tree), trace_(trace) {}

  ThreatReport write() {
    const auto& combinations = trace_.combinations;
    const std::size_t first_level =
        combinations.empty() ? tree_.nodes().size() : combinations.front().first_child;
    write_nodes(0, first_level);
    return std::move(report_);
  }

 private:
  void write_nodes(std::size_t from, std::size_t to) {
    for (std::size_t n = from; n < to; ++n) {
      const ThreatNode& node = tree_.nodes()[n];
      report_.lines.push_back({node.depth, node.threat, false, {node.threats.begin(), node.threats.end()}});
      ++report_.threat_nodes;
      if (is_double_threat(node.threat.kind)) ++report_.potential_sequences;
      for (const auto& c : trace_.combinations) {
        if (c.first != n) continue;
        report_.lines.push_back({node.depth + 1, tree_.nodes()[c.second].threat, true, {c.first, c.second}});
        write_nodes(c.first_child, c.last_child);
      }
    }
  }

  const ThreatTree& tree_;
  const ThreatTree::Trace& trace_;
  ThreatReport report_;
};

}  // namespace

ThreatReport report_threats(const Position& position, RuleSet rule, Color attacker, int max_category,
                            bool goal_child_only) {
  Field field(position.size());
  for (Square s : position.stones(attacker)) field.put_attacker(s);
  for (Square s : position.stones(opponent(attacker))) field.put_defender(s);

  SearchOptions options;
  options.max_category = max_category;
  options.node_limit = 50'000;
  options.global_refutation = false;
  options.category_reduction = false;
  options.restricted_threes = goal_child_only;
  ThreatTree::Trace trace;
  trace.goal_child_only = goal_child_only;
  ThreatTree tree(rule, position.size());
  tree.build(
      field, attacker, options, 0, [](const ThreatSequence&) { return false; }, &trace);
  return Writer(tree, trace).write();
}

}  // namespace fiveproof::dbsearch
