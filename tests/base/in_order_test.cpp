#include "base/in_order.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

using namespace fiveproof;

namespace {

/// Hands out 0, 1, ... below `count`.
struct Numbers {
  int count;
  int next = 0;
  std::optional<int> operator()() { return next < count ? std::optional(next++) : std::nullopt; }
};

}  // namespace

TEST_CASE("results come in order, whoever made them", "[base][threads]") {
  const unsigned threads = GENERATE(0u, 1u, 2u, 5u);
  const int count = GENERATE(0, 1, 2, 3, 100);
  CAPTURE(threads, count);
  std::vector<int> got;
  const auto work = [](int number) {
    std::this_thread::sleep_for(std::chrono::microseconds((7 - number % 7) * 30));
    return number * number;
  };
  const auto done = in_order(threads, Numbers{count}, work, [&](int square) -> Status {
    got.push_back(square);
    return Done{};
  });
  REQUIRE(done.ok());
  REQUIRE(got.size() == static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) CHECK(got[static_cast<std::size_t>(i)] == i * i);
}

TEST_CASE("no more is held than there are threads, and one", "[base][threads]") {
  std::atomic<int> held = 0;
  int most = 0;
  Numbers numbers{50};
  const auto next = [&] {
    auto number = numbers();
    if (number) most = std::max(most, ++held);
    return number;
  };
  const auto done = in_order(
      3, next, [](int number) { return number; },
      [&](int) -> Status {
        --held;
        return Done{};
      });
  REQUIRE(done.ok());
  CHECK(most <= 5);  // three are worked on, one waits, one is to come
}

TEST_CASE("an error ends it, and so does what is thrown", "[base][threads]") {
  const unsigned threads = GENERATE(1u, 4u);
  const auto take_until_five = [](int number) -> Status {
    if (number == 5) return Error{ErrorCode::io, "five"};
    return Done{};
  };
  const auto same = [](int number) { return number; };
  const auto stopped = in_order(threads, Numbers{100}, same, take_until_five);
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.error().message == "five");
  const auto throw_at_three = [](int number) {
    if (number >= 3) throw std::runtime_error(std::to_string(number));
    return number;
  };
  CHECK_THROWS_WITH((void)in_order(threads, Numbers{100}, throw_at_three, take_until_five), "3");
}
