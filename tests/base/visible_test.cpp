#include "base/visible.hpp"

#include <catch2/catch.hpp>

namespace fiveproof {

TEST_CASE("what a terminal obeys is told in digits, and what it shows stays", "[base]") {
  CHECK(visible("") == "");
  // Two, three and four bytes, the last code point, and a backslash, which is no sign of anything.
  for (const char* text :
       {"a.fvp", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF", "a\\x0ab"})
    CHECK(visible(text) == text);
  CHECK(visible("a\nVERIFIED\r") == "a\\x0aVERIFIED\\x0d");
  CHECK(visible("\xC2\x9B"
                "2J") ==
        "\\xc2\\x9b"
        "2J");                                          // a control character of two bytes
  CHECK(visible("\xE2\x80\xA8") == "\\xe2\\x80\\xa8");  // the end of a line
  CHECK(visible("\xE2\x80\xAE"
                "a") ==
        "\\xe2\\x80\\xae"
        "a");  // from right to left
  CHECK(visible("\xE2\x81\xA6") == "\\xe2\\x81\\xa6");
  // Bytes that are no UTF-8: alone, cut off, too long, a surrogate, beyond the last.
  CHECK(visible("\x9B") == "\\x9b");
  CHECK(visible("\xC3") == "\\xc3");
  CHECK(visible("\xC3(") == "\\xc3(");
  CHECK(visible("\xC0\x8A") == "\\xc0\\x8a");
  CHECK(visible("\xE0\x82\x9B") == "\\xe0\\x82\\x9b");
  CHECK(visible("\xE0\x81\x81") == "\\xe0\\x81\\x81");
  CHECK(visible("\xF0\x80\x81\x81") == "\\xf0\\x80\\x81\\x81");
  CHECK(visible("\xED\xA0\x80") == "\\xed\\xa0\\x80");
  CHECK(visible("\xF4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
  CHECK(visible(visible("\x1b[31m")) == visible("\x1b[31m"));
}

}  // namespace fiveproof
