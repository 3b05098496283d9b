// A threat sequence for people.
#pragma once

#include <ostream>

#include "dbsearch/threat.hpp"

namespace fiveproof::cli {

/// One line per threat: `  1. four e15 (cost d15; rest a15 b15 c15)`.
void write_sequence(std::ostream& out, const dbsearch::ThreatSequence& sequence, int size);

}  // namespace fiveproof::cli
