// Stacked bars over the number of stones, as an SVG picture that stands alone: light and dark, with a text
// for screen readers, no script and nothing from elsewhere.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "proof/graph/ply_counts.hpp"
#include "verify/check/tally.hpp"

namespace fiveproof::cli {

struct BarChart {
  struct Series {
    std::string name;
    std::map<int, std::uint64_t> values;  ///< by number of stones; what is not there is 0
  };
  std::string title;
  std::vector<Series> series;  ///< from the foot of the bars to their tops; at most six
};

/// Records with and without a move.
[[nodiscard]] BarChart chart_of_records(const std::map<int, PlyCount>& by_stones);
/// Replies by how they are answered; classes without any are left out.
[[nodiscard]] BarChart chart_of_replies(const verify::PlyTallies& by_ply);

/// One chart below the other. Each has an axis of its own.
[[nodiscard]] std::string svg_of(const std::string& title, const std::vector<BarChart>& charts);

}  // namespace fiveproof::cli
