// The threat-space search tree of a position, in the manner of the 1993 report (Allis, van den Herik and
// Huntjens, Tables 1 to 3).
//
// Only the attacker's threats, no defences: a node where a five or a straight four applies gets that child
// only (the first in square order), and a level with a potential winning threat sequence is the last. Nothing
// else uses this mode; without it the search makes more nodes.
#pragma once

#include <optional>
#include <vector>

#include "dbsearch/searcher.hpp"

namespace fiveproof::dbsearch {

struct ReportLine {
  int depth = 1;
  Threat threat;  ///< the node's own threat; of a combination: the partner's
  bool is_combination = false;
  std::vector<std::size_t> path;  ///< a threat: the node numbers (of earlier threat lines) it is made of
};

struct ThreatReport {
  std::vector<ReportLine> lines;        ///< tree order: children behind their parent
  std::size_t threat_nodes = 0;         ///< lines that are not combinations
  std::size_t potential_sequences = 0;  ///< of them: fives and straight fours
};

/// `goal_child_only` false: every operator at every node, as the search itself does.
[[nodiscard]] ThreatReport report_threats(const Position& position, RuleSet rule, Color attacker,
                                          int max_category, bool goal_child_only = true);

}  // namespace fiveproof::dbsearch
