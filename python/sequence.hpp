// A threat sequence as Python has it: each threat with the board that it is on.
#pragma once

#include <vector>

#include "dbsearch/threat.hpp"

namespace fiveproof::python {

struct BoardThreat {
  dbsearch::Threat threat;
  int size;
};

[[nodiscard]] inline std::vector<BoardThreat> on_board(const dbsearch::ThreatSequence& sequence, int size) {
  std::vector<BoardThreat> threats;
  for (const dbsearch::Threat& threat : sequence) threats.push_back({threat, size});
  return threats;
}

}  // namespace fiveproof::python
