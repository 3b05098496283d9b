// What a search for threats in one position found, in JSON: spec/threats.schema.json.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/json.hpp"
#include "solve/vct/threat_search.hpp"

namespace fiveproof::explore {

/// What `fiveproof threats --json` writes. `effort` is the most that a search had. require: there is an
/// answer.
[[nodiscard]] Json threats_json(const solve::ThreatQuestion& question,
                                const std::vector<solve::ThreatAnswer>& answers, std::uint32_t effort);

}  // namespace fiveproof::explore
