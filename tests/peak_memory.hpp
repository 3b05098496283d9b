// How much memory a test has taken, for tests that a hostile file must not take much.
#pragma once

#include <sys/resource.h>

namespace fiveproof::test {

/// The most that this process ever held, in KiB.
inline long peak_memory_in_kib() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// "Little", in KiB: 64 MiB. The address sanitizer keeps 256 MiB of freed memory for itself, so that any
/// program which allocates again and again comes to hold them.
inline constexpr long little_memory_in_kib =
#ifdef __SANITIZE_ADDRESS__
    256 * 1024 +
#endif
    64 * 1024;

}  // namespace fiveproof::test
