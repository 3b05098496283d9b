// Gives memory that is no longer needed back to the system.
#pragma once

#include <cstdlib>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace fiveproof {

/// Frees the memory of `items` as well as the items: `items = {}` would keep it.
template <class T>
void give_back(std::vector<T>& items) {
  std::vector<T>().swap(items);
}

/// Gives back what was freed in pieces, which the C library keeps for whoever asks next. To be
/// called before the system is asked for one large piece. It takes a few milliseconds; without the
/// GNU library it does nothing.
inline void give_back_freed_pieces() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/// Makes pieces larger than a megabyte come from the system and return to it; called when a program starts.
/// By itself the GNU library keeps the more, the larger what was freed before, so that the peak of a program
/// depends on the order in which it gives things back (134 or 157 MB for one tree of two million nodes).
inline void return_large_pieces() {
#ifdef __GLIBC__
  constexpr int megabyte = 1 << 20;
  // NOLINTBEGIN(concurrency-mt-unsafe): no other thread runs yet
  mallopt(M_MMAP_THRESHOLD, megabyte);
  mallopt(M_TRIM_THRESHOLD, 4 * megabyte);  // not at every free(), which would be slow
  // NOLINTEND(concurrency-mt-unsafe)
#endif
}

}  // namespace fiveproof
