// Memory that is no longer needed.
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

}  // namespace fiveproof
