// The threat-space search tree of a position, in the manner of the 1993 report (Allis, van den Herik and
// Huntjens, Tables 1 to 3).
//
// It holds the attacker's threats only, no defences. A node where a five or a straight four applies gets that
// child only (the first in square order), and a level with a potential winning threat sequence is the last.
// Only reports use this mode; without it the search makes more nodes.
#pragma once

#include <optional>
#include <vector>

#include "dbsearch/searcher.hpp"

namespace fiveproof::dbsearch {

/// A line of the tree: a dependency node, or a combination of one with a partner.
struct ReportLine {
  int depth = 1;
  Threat threat;  ///< the threat of the node, or for a combination that of the partner
  bool is_combination = false;
  std::vector<std::size_t> path;  ///< numbers, among the threat lines, of the nodes that it is made of
};

/// The whole tree, line by line.
struct ThreatReport {
  std::vector<ReportLine> lines;        ///< tree order: children behind their parent
  std::size_t threat_nodes = 0;         ///< lines that are not combinations
  std::size_t potential_sequences = 0;  ///< fives and straight fours among the threat nodes
};

/// Makes the report. With `goal_child_only` false every operator is tried at every node, as the search itself
/// does.
[[nodiscard]] ThreatReport report_threats(const Position& position, RuleSet rule, Color attacker,
                                          int max_category, bool goal_child_only = true);

}  // namespace fiveproof::dbsearch
