// How many of the wins that db-search finds does the audit kernel establish with the guide's plans?
#pragma once

#include <array>
#include <cstdint>
#include <ostream>

#include "dbsearch/threat.hpp"
#include "game/rules.hpp"

namespace fiveproof::audit::test {

struct GuideFigures {
  struct Count {
    std::uint64_t wins = 0;        ///< found by db-search
    std::uint64_t first_plan = 0;  ///< established with the first plan, as it came
    std::uint64_t mended = 0;      ///< established with mending
  };
  Count all;
  /// Of the wins whose sequence has a threat of this kind; a win counts for each.
  std::array<Count, dbsearch::threat_kind_count> by_kind;
  double search_seconds = 0;  ///< db-search alone, on the wins
  double guide_seconds = 0;   ///< guide (its searches too) and kernel, on the wins
  double kernel_seconds = 0;  ///< the kernel with the plan at hand
};

/// 15x15, `fewest` to `most` stones close together, no five or straight four lying about, until `wins` were
/// found. What is not established is written to `log`, the first `shown` of them.
[[nodiscard]] GuideFigures run_guide(RuleSet rule, std::uint32_t effort, std::uint64_t wins,
                                     std::uint64_t seed, int fewest, int most, int shown, std::ostream& log);
void print(const GuideFigures& figures, std::ostream& out);

}  // namespace fiveproof::audit::test
