#include "game/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace fiveproof {

void fail_invariant(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "fiveproof: internal error at %s:%d: %s does not hold; please report this\n", file,
               line, condition);
  std::abort();
}

}  // namespace fiveproof
