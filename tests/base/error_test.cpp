#include "base/error.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <utility>

namespace fiveproof {

TEST_CASE("an error is one line that a terminal does not obey", "[base]") {
  const Error error{ErrorCode::malformed, "expected a, found \x1b[2J\n\x7f", "a\tb", 7};
  CHECK(error.text() == "a\\x09b: byte 7: expected a, found \\x1b[2J\\x0a\\x7f");
  CHECK(Error{ErrorCode::io, "cannot read \xC3\xA9"}.text() == "cannot read \xC3\xA9");
}

namespace {

Status even(int number) {
  if (number % 2 == 0) return Done{};
  return Error{ErrorCode::usage, "odd", "numbers", 3};
}

Result<std::unique_ptr<int>> half(int number) {
  FIVEPROOF_TRY(even(number));
  return std::make_unique<int>(number / 2);
}

/// A quarter of one number and, through an assignment, half of the other.
Result<std::pair<int, int>> parts(int first, int second) {
  FIVEPROOF_LET(const auto halved, half(first));
  FIVEPROOF_LET(auto quarter, half(*halved));
  std::unique_ptr<int> other;
  FIVEPROOF_LET(other, half(second));
  return std::pair{*quarter, *other};
}

}  // namespace

TEST_CASE("what fails ends the function with its error, and else the value goes on", "[base]") {
  const auto whole = parts(12, 6);
  REQUIRE(whole.ok());
  CHECK(whole.value() == std::pair{3, 3});
  for (const auto& failed : {parts(3, 6), parts(6, 6), parts(12, 7)}) {
    REQUIRE(!failed.ok());
    CHECK(failed.error().text() == "numbers: byte 3: odd");
    CHECK(failed.error().code == ErrorCode::usage);
  }
}

TEST_CASE("a try is one statement", "[base]") {
  const auto tried = [](bool is_tried) -> Result<int> {
    if (is_tried)
      FIVEPROOF_TRY(even(1));
    else
      return 2;
    return 3;
  };
  CHECK(!tried(true).ok());
  CHECK(tried(false).value() == 2);
}

}  // namespace fiveproof
