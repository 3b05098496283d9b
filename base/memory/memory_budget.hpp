// How much memory something big may take. What is beyond that goes to temporary files.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace fiveproof {

struct MemoryBudget {
  std::size_t bytes = std::numeric_limits<std::size_t>::max();
  std::string folder = {};  ///< where temporary files are made; empty: in TMPDIR, else /tmp

  /// The part for each of so many things that exist at the same time.
  [[nodiscard]] MemoryBudget share(std::size_t things) const { return {bytes / things, folder}; }
};

}  // namespace fiveproof
