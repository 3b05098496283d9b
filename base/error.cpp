#include "base/error.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/visible.hpp"

namespace fiveproof {

std::string Error::text() const {
  std::string out;
  if (!file.empty()) out += file + ": ";
  if (offset) out += "byte " + std::to_string(*offset) + ": ";
  return visible(out + message);
}

void fail_invariant(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "fiveproof: internal error at %s:%d: %s does not hold; please report this\n", file,
               line, condition);
  std::abort();
}

}  // namespace fiveproof
