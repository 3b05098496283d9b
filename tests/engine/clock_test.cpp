#include "engine/clock.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <thread>
#include <vector>

namespace fiveproof::engine {
namespace {

TEST_CASE("a move takes less than its limit, with a reserve", "[engine]") {
  TimeControl time;
  CHECK(time.budget() < TimeControl::usual_turn);
  CHECK(time.budget() > TimeControl::usual_turn / 2);
  for (const int limit : {0, 1, 30, 100, 1000, 5000, 30'000}) {
    CAPTURE(limit);
    time.set_turn(limit);
    CHECK(time.budget() <= milliseconds(std::max(limit - 50, 0)));
    CHECK(time.budget() >= milliseconds(std::max(limit * 3 / 4 - 60, 0)));
  }
}

TEST_CASE("who was late takes less time for a while, and never none", "[engine]") {
  TimeControl time;
  time.set_turn(1000);
  const milliseconds usual = time.budget();
  time.note_lateness(milliseconds(-300));
  CHECK(time.budget() == usual);
  time.note_lateness(milliseconds(100));
  CHECK(time.budget() == usual - milliseconds(200));
  time.note_lateness(milliseconds(0));
  CHECK(time.budget() > usual - milliseconds(200));
  CHECK(time.budget() < usual);
  time.note_lateness(std::chrono::seconds(10));
  CHECK(time.budget() >= usual / 10);
  for (int move = 0; move < 60; ++move) time.note_lateness(milliseconds(0));
  CHECK(time.budget() > usual - milliseconds(10));
}

TEST_CASE("zero means at once, and what is negative is nothing left", "[engine]") {
  TimeControl time;
  time.set_turn(0);
  CHECK(time.budget() == milliseconds(0));
  time.set_turn(-5);
  CHECK(time.budget() == milliseconds(0));
  time.set_turn(1000);
  time.set_left(-20);
  CHECK(time.budget() == milliseconds(0));
}

TEST_CASE("what is left of a match is shared out and never all spent", "[engine]") {
  TimeControl time;
  time.set_turn(30'000);
  time.set_match(10'000);
  milliseconds spent(0);
  for (int move = 0; move < 200; ++move) {
    const milliseconds budget = time.budget();
    time.spend(budget + milliseconds(1));
    spent += budget + milliseconds(1);
  }
  CHECK(spent < milliseconds(10'000));
  time.begin_match();
  CHECK(time.budget() > milliseconds(500));
}

TEST_CASE("time_left is believed over what was counted", "[engine]") {
  TimeControl time;
  time.set_turn(5000);
  time.set_match(100'000);
  time.set_left(100);
  CHECK(time.budget() < milliseconds(10));
  time.set_left(TimeControl::unlimited);
  CHECK(time.budget() > milliseconds(4000));
  time.set_match(0);
  CHECK(time.budget() > milliseconds(4000));
}

struct Answer {
  bool win = false, cut_short = false;
  std::uint32_t limit = 0;
};

TEST_CASE("a search grows until it has an answer, or the time would not do", "[engine]") {
  const Thought plenty(Clock::now() + std::chrono::hours(1)), over(Clock::now() - milliseconds(1));
  std::vector<std::uint32_t> limits;
  const auto until = [&limits](std::uint32_t enough) {
    limits.clear();
    return [&limits, enough](std::uint32_t limit) {
      limits.push_back(limit);
      return Answer{limit >= enough, limit < enough, limit};
    };
  };
  CHECK(with_growing_limit(plenty, 3000, until(1000)).win);
  CHECK(limits == std::vector<std::uint32_t>{200, 800, 3000});
  CHECK_FALSE(with_growing_limit(plenty, 3000, until(4000)).win);
  CHECK(limits.back() == 3000);
  CHECK(with_growing_limit(plenty, 100, until(100)).limit == 100);
  CHECK_FALSE(with_growing_limit(over, 3000, until(1)).win);
  CHECK(limits.empty());
  const auto slow = [&limits](std::uint32_t limit) {
    limits.push_back(limit);
    std::this_thread::sleep_for(milliseconds(30));
    return Answer{false, true, limit};
  };
  (void)with_growing_limit(Thought(Clock::now() + milliseconds(100)), 3000, slow);
  CHECK(limits == std::vector<std::uint32_t>{200});
}

TEST_CASE("limits of any size do not overflow", "[engine]") {
  TimeControl time;
  time.set_turn(std::numeric_limits<std::int64_t>::max());
  time.set_left(TimeControl::unlimited - 1);
  time.set_match(std::numeric_limits<std::int64_t>::max());
  CHECK(time.budget() > milliseconds(0));
  // Clocks count nanoseconds in 63 bits: what is added to one must be shorter than centuries.
  CHECK(time.budget() < std::chrono::hours(24 * 365));
}

TEST_CASE("a thought is over when it is called off", "[engine]") {
  bool stopped = false;
  const Thought thought(Clock::now() + std::chrono::hours(1), [&stopped] { return stopped; });
  const Thought part = thought.part(0.5);
  CHECK_FALSE(thought.is_over());
  CHECK(part.left() < thought.left());
  stopped = true;
  CHECK(thought.is_over());
  CHECK(part.is_over());
  CHECK(Thought(Clock::now() - milliseconds(1)).is_over());
}

}  // namespace
}  // namespace fiveproof::engine
