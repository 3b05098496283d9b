// How far a check has come.
#pragma once

#include <cstdint>

namespace fiveproof::verify {

/// Replies are those that the records promise, known from the start.
struct Progress {
  std::uint64_t positions_done = 0;
  std::uint64_t positions_total = 0;
  std::uint64_t replies_done = 0;
  std::uint64_t replies_total = 0;
  std::uint64_t gaps = 0;  ///< found so far, not yet compared with each other
  double seconds = 0;      ///< since the check began
};

}  // namespace fiveproof::verify
