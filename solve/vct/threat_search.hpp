// Has a side a win by threats? The three ways of looking for one that `fiveproof threats` and the Python
// module offer.
//
//   db    db-search: all answers to a threat at once; where there are forbidden points moves that are played
//   out
//   vcf   fours alone
//   vct   threats that are answered one by one
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "dbsearch/searcher.hpp"
#include "solve/vct/vct.hpp"

namespace fiveproof::solve {

enum class ThreatMethod : std::uint8_t { db, vcf, vct };
inline constexpr std::array threat_methods{ThreatMethod::db, ThreatMethod::vcf, ThreatMethod::vct};
/// "db", "vcf", "vct".
[[nodiscard]] std::string_view name_of(ThreatMethod method);
/// The method of that name; nothing for any other word.
[[nodiscard]] std::optional<ThreatMethod> threat_method_of(std::string_view name);

struct ThreatQuestion {
  RuleSet rule;
  Position position;
  Color attacker;  ///< taken as the side to move
  /// All of it is for db under rules without forbidden points. Under renju `max_category` 1 means fours
  /// alone, and the rest but the limit is not looked at; with vcf and vct only the limit is.
  dbsearch::SearchOptions how = {};

  /// Where replies come one by one a win takes more positions than a sequence has nodes: vct may look at ten
  /// times the limit, VctOptions::most_nodes at most.
  static constexpr std::uint32_t vct_nodes_per_node = 10;
};
/// Is one of the reductions left out, which only db has?
[[nodiscard]] constexpr bool leaves_out_reductions(const dbsearch::SearchOptions& how) {
  return !how.global_refutation || !how.category_reduction || !how.restricted_threes;
}

/// What a search found: a sequence, or a tree where threats are answered one by one.
struct ThreatAnswer {
  ThreatMethod method = ThreatMethod::db;
  dbsearch::SearchResult found = {};
  std::optional<VctResult> tree = {};  ///< of vct, where there is a win
};

/// A position that holds a five of either side has no win.
[[nodiscard]] ThreatAnswer search_threats(const ThreatQuestion& question, ThreatMethod method);
/// The same where nobody says how much it may take: a search that is cut short without a win has ten times as
/// much, and then once more. A win by dozens of fours takes moments, and more than the usual effort.
/// `question.how.node_limit` becomes what the last search had.
[[nodiscard]] ThreatAnswer search_threats_patiently(ThreatQuestion& question, ThreatMethod method);

}  // namespace fiveproof::solve
