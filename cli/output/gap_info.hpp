// What `fiveproof info` says of a list of gaps: how many of what kind and where, the first ones on a board.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "cli/output/json_output.hpp"
#include "format/text/gap_list.hpp"

namespace fiveproof::cli {

/// The first `boards` gaps are drawn.
void tell_gaps(const GapList& list, std::uint64_t boards, std::ostream& out);
/// How many of each kind there are: {"draw": 1, ...}, without those of which there is none.
[[nodiscard]] Json by_kind_json(const std::vector<Gap>& gaps);
/// "gap-list" in spec/info.schema.json.
[[nodiscard]] Json gap_list_json(const GapList& list);

}  // namespace fiveproof::cli
