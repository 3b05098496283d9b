// Memory that is no longer needed, back to the system.
#pragma once

#include <cstdlib>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace fiveproof {

/// `items = {}` means an empty list: it takes the items away and keeps the memory.
template <class T>
void give_back(std::vector<T>& items) {
  std::vector<T>().swap(items);
}

/// What was freed, in pieces that the C library keeps for the next who asks: to the system, for somebody who
/// asks it for one large piece. A few milliseconds; without the GNU library nothing happens.
inline void give_back_freed_pieces() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/// For the start of a program: what is larger than a megabyte comes from the system and returns to it. By
/// itself the GNU library keeps the more, the larger what was freed before: what a program takes at its peak
/// depends on the order in which it gives things back (134 or 157 MB for the same tree of two million nodes).
inline void return_large_pieces() {
#ifdef __GLIBC__
  constexpr int megabyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, megabyte);
  mallopt(M_TRIM_THRESHOLD, 4 * megabyte);  // not at every free()
#endif
}

}  // namespace fiveproof
