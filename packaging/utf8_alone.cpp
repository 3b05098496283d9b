// iconv for a program with the C library inside. That of the C library would load its tables of charsets from
// the system that the program runs on, where they are those of another C library, or none. This one knows
// UTF-8, and says of all else ENOSYS, which convert/syntax/charset.cpp puts into words.
#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <span>

#include "convert/syntax/charset.hpp"
#include "convert/syntax/utf8.hpp"

extern "C" {

iconv_t iconv_open(const char* to, const char* from) {
  static char no_state;  // a descriptor has to be something
  if (fiveproof::convert::is_utf8_name(to) && fiveproof::convert::is_utf8_name(from)) return &no_state;
  errno = ENOSYS;
  return reinterpret_cast<iconv_t>(-1);  // NOLINT(performance-no-int-to-ptr): POSIX
}

std::size_t iconv(iconv_t, char** from, std::size_t* left, char** to, std::size_t* room) {
  while (from && *from && *left > 0) {
    const std::span text(reinterpret_cast<const std::uint8_t*>(*from), *left);
    const std::size_t length = fiveproof::convert::utf8_length(text);
    if (length == 0 || length > *room) {
      errno = length == 0 ? EILSEQ : E2BIG;
      return static_cast<std::size_t>(-1);
    }
    *to = std::copy_n(*from, length, *to);
    *from += length;
    *left -= length;
    *room -= length;
  }
  return 0;
}

int iconv_close(iconv_t) { return 0; }

}  // extern "C"
