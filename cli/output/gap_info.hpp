// What `fiveproof info` says of a list of gaps: how many of what kind and where, the first ones on a board.
#pragma once

#include <cstdint>
#include <ostream>

#include "cli/output/json_output.hpp"
#include "format/text/gap_list.hpp"

namespace fiveproof::cli {

/// The first `boards` gaps are drawn.
void tell_gaps(const GapList& list, std::uint64_t boards, std::ostream& out);
/// "gap-list" in spec/info.schema.json.
[[nodiscard]] Json gap_list_json(const GapList& list);

}  // namespace fiveproof::cli
