#include "base/crew.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <thread>

using namespace fiveproof;

TEST_CASE("every thread of a crew does its work once", "[base][crew]") {
  for (const unsigned threads : {0u, 1u, 2u, 7u}) {
    std::atomic<unsigned> calls{0};
    Crew crew;
    crew.run(threads, [&] { ++calls; }, {});
    CHECK(calls == threads);
    CHECK_FALSE(crew.has_failed());
  }
}

TEST_CASE("what a thread of a crew throws ends the others, and is thrown on", "[base][crew]") {
  Crew crew;
  std::atomic<unsigned> ended{0};
  std::atomic<bool> has_thrown{false};
  const auto work = [&] {
    if (!has_thrown.exchange(true)) throw std::runtime_error("no more memory");
    while (!crew.has_failed()) std::this_thread::yield();
    ++ended;
  };
  CHECK_THROWS_WITH(crew.run(3, work, {}), "no more memory");
  CHECK(ended == 2);
}

TEST_CASE("a crew that fails without an exception ends, and its caller knows why", "[base][crew]") {
  Crew crew;
  std::atomic<bool> is_first{true};
  crew.run(3,
           [&] {
             if (is_first.exchange(false)) crew.fail();
             while (!crew.has_failed()) std::this_thread::yield();
           },
           {});
  CHECK(crew.has_failed());
}

TEST_CASE("of several failures the first one is told", "[base][crew]") {
  Crew crew;
  std::atomic<bool> is_first{true};
  const auto fail_in_turn = [&] {
    if (is_first.exchange(false)) throw std::runtime_error("first");
    while (!crew.has_failed()) std::this_thread::yield();
    throw std::runtime_error("later");
  };
  CHECK_THROWS_WITH(crew.run(3, fail_in_turn, {}), "first");
}

TEST_CASE("a crew reports while it works, from the thread that waits", "[base][crew]") {
  Crew crew;
  const auto waiting = std::this_thread::get_id();
  std::atomic<bool> was_told{false};
  const auto until_told = [&] {
    while (!was_told) std::this_thread::yield();
  };
  crew.run(2, until_told, [&] {
    CHECK(std::this_thread::get_id() == waiting);
    was_told = true;
  });
  CHECK(was_told);

  Crew failing;
  const auto until_failed = [&] {
    while (!failing.has_failed()) std::this_thread::yield();
  };
  CHECK_THROWS_WITH(failing.run(2, until_failed, [] { throw std::runtime_error("cannot tell"); }),
                    "cannot tell");
}
