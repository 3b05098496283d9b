// How often a random test goes round.
#pragma once

#include <cstddef>

namespace fiveproof::test {

/// `n`, and under sanitizers a fifth of it: there everything takes about seven times as long, and what is
/// asked for is undefined behaviour only; whether answers are right the same test asks without them.
constexpr std::size_t rounds(std::size_t n) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return (n + 4) / 5;
#else
  return n;
#endif
}

}  // namespace fiveproof::test
