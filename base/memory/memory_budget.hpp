// How much memory something big may take. What is beyond goes to temporary files.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace fiveproof {

struct MemoryBudget {
  std::size_t bytes = std::numeric_limits<std::size_t>::max();
  std::string folder = {};  ///< of temporary files; empty: the one that TMPDIR names, else /tmp

  /// For one of several things that are there at the same time.
  [[nodiscard]] MemoryBudget share(std::size_t things) const { return {bytes / things, folder}; }
};

}  // namespace fiveproof
