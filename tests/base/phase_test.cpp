#include "base/phase.hpp"

#include <catch2/catch.hpp>

using namespace fiveproof;

TEST_CASE("a phase stands for the one around it until it ends", "[base]") {
  CHECK_FALSE(current_phase());
  Phase outer("outer", 10);
  outer.reach(4);
  {
    Phase inner("inner", 0);
    inner.advance(2);
    CHECK(current_phase()->name == std::string_view("inner"));
    CHECK(current_phase()->done == 2);
  }
  CHECK(current_phase()->name == std::string_view("outer"));
  CHECK(current_phase()->done == 4);
  CHECK(current_phase()->total == 10);
}
