// The check of `fiveproof verify`, on one thread, with the program's own verdict lines and report.
#pragma once

#include <string>

#include "explore/json.hpp"
#include "proof/proof.hpp"

namespace fiveproof::page {

/// {"answer", "lines", "report", "gaps"}: whether every claim is proved, as an exit code; the lines that
/// `verify` writes to its standard output; the report that --report writes; and the first gaps, as a gap list
/// has them. How far it has come goes to host_progress(). `request`: "trust" ("dbsearch" or "rules"), and
/// "name", the file's.
[[nodiscard]] Result<explore::Json> check(Proof proof, const explore::Json& request);

}  // namespace fiveproof::page
