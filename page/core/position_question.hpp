// What is asked of a position alone, whatever file is open.
#pragma once

#include "explore/json.hpp"

namespace fiveproof::page {

/// What `fiveproof threats --json` says. `request` has "rule", "size" (15 if left out), the position as
/// page/core/words.hpp reads it, "attacker" (by default the side to move), "method" ("db" by default, "vcf"
/// or "vct") and "effort" (by default 1000, and more where that cuts the search short).
[[nodiscard]] Result<explore::Json> threats_at(const explore::Json& request);

/// What `fiveproof forbidden --json` says of a position.
[[nodiscard]] Result<explore::Json> forbidden_at(const explore::Json& request);

}  // namespace fiveproof::page
