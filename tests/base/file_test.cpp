#include "base/files/file.hpp"

#include <catch2/catch.hpp>

using namespace fiveproof;

TEST_CASE("file: a device that goes on has no end", "[base]") {
  const auto zeros = read_file("/dev/zero", std::uint64_t{64} << 20);
  REQUIRE_FALSE(zeros.ok());
  CHECK(zeros.error().code == ErrorCode::limit);
  CHECK(zeros.error().offset == std::uint64_t{1} << 20);
  const auto nothing = read_file("/dev/null", 1);
  REQUIRE(nothing.ok());
  CHECK(nothing.value().empty());
  const auto few = read_file("/dev/zero", 10);
  REQUIRE_FALSE(few.ok());
  CHECK(few.error().offset == 10);
}
