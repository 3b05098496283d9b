// What is known of a game, as JSON.
#pragma once

#include "blame/blame_search.hpp"
#include "explore/json.hpp"

namespace fiveproof::blame {

/// spec/blame.schema.json.
[[nodiscard]] explore::Json blame_json(const Game& game, const BlameSearch& search);

}  // namespace fiveproof::blame
