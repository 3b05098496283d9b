// Time of the processor, step after step.
#pragma once

#include <ctime>

namespace fiveproof::bench {

/// Seconds of this process' CPU time, all threads together, since `from`, which becomes now.
inline double since(std::clock_t& from) {
  const std::clock_t now = std::clock();
  const double seconds = static_cast<double>(now - from) / CLOCKS_PER_SEC;
  from = now;
  return seconds;
}

}  // namespace fiveproof::bench
