#include "base/phase.hpp"

#include <catch2/catch.hpp>
#include <memory>

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

TEST_CASE("phases that end in another order leave those that go on", "[base]") {
  auto first = std::make_unique<Phase>("first", 0);
  auto second = std::make_unique<Phase>("second", 0);
  auto third = std::make_unique<Phase>("third", 0);
  second.reset();
  CHECK(current_phase()->name == std::string_view("third"));
  first.reset();
  CHECK(current_phase()->name == std::string_view("third"));
  third.reset();
  CHECK_FALSE(current_phase());
}
