// How often a random test goes round.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace fiveproof::test {

/// `n` times what FIVEPROOF_ROUNDS says, if it is set; and under sanitizers a fifth of it: there everything
/// takes about seven times as long, and what is asked for is undefined behaviour only; whether answers are
/// right the same test asks without them.
inline std::size_t rounds(std::size_t n) {
  static const char* const times = std::getenv("FIVEPROOF_ROUNDS");
  if (times != nullptr) n *= std::strtoul(times, nullptr, 10);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return (n + 4) / 5;
#else
  return n;
#endif
}

}  // namespace fiveproof::test
