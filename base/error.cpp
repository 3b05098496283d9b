#include "base/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace fiveproof {
namespace {

std::string visible(const std::string& text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      out += c;
      continue;
    }
    out += "\\x";
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

}  // namespace

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
