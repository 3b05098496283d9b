#include "base/error.hpp"

#include <catch2/catch.hpp>

namespace fiveproof {

TEST_CASE("an error is one line that a terminal does not obey", "[base]") {
  const Error error{ErrorCode::malformed, "expected a, found \x1b[2J\n\x7f", "a\tb", 7};
  CHECK(error.text() == "a\\x09b: byte 7: expected a, found \\x1b[2J\\x0a\\x7f");
  CHECK(Error{ErrorCode::io, "cannot read \xC3\xA9"}.text() == "cannot read \xC3\xA9");
}

}  // namespace fiveproof
