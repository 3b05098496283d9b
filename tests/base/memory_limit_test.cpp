#include "base/memory_limit.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <new>
#include <string>
#include <vector>

#include "base/crew.hpp"
#include "base/in_order.hpp"
#include "base/memory/large_array.hpp"

using namespace fiveproof;

// Elsewhere, and with sanitizers, there is no bound.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

bool can_take(std::size_t bytes) {
  try {
    return std::vector<char>(bytes).size() == bytes;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace

TEST_CASE("memory limit: so much may be taken and not much more, until it ends", "[base][memory-limit]") {
  {
    const MemoryLimit limit(100 * megabyte);
    CHECK(can_take(100 * megabyte));
    CHECK_FALSE(can_take(300 * megabyte));  // well beyond what was freed before and may be used again
    CHECK(can_take(100 * megabyte));        // what was given back may be taken again
  }
  CHECK(can_take(300 * megabyte));
}

TEST_CASE("memory limit: small pieces count as well as large ones", "[base][memory-limit]") {
  const MemoryLimit limit(50 * megabyte);
  std::vector<std::string> pieces;
  pieces.reserve(1 << 16);
  const auto take_all = [&] {
    for (std::size_t i = 0; i < pieces.capacity(); ++i) pieces.emplace_back(4096, 'x');
  };
  CHECK_THROWS_AS(take_all(), std::bad_alloc);
  CHECK(pieces.size() * 4096 > 40 * megabyte);
}

TEST_CASE("memory limit: arrays that are mapped count, those in files do not", "[base][memory-limit]") {
  const MemoryLimit limit(10 * megabyte);
  CHECK_THROWS_AS((void)LargeArray<char>::create(50 * megabyte, {}), std::bad_alloc);
  CHECK(LargeArray<char>::create(50 * megabyte, {megabyte, {}}).ok());
}

TEST_CASE("memory limit: stacks of threads take nothing of it", "[base][memory-limit]") {
  constexpr unsigned threads = 40;  // of 8 MiB each, if nobody has said otherwise
  const MemoryLimit limit(10 * megabyte);
  std::atomic<unsigned> working = 0;
  Crew crew;
  // Each waits for all others, so that no stack is used twice.
  crew.run(threads,
           [&] {
             ++working;
             while (working < threads && !crew.has_failed()) std::this_thread::yield();
           },
           {});
  CHECK(working == threads);
  CHECK(can_take(10 * megabyte));
}

TEST_CASE("memory limit: nor do those of work that is taken in order", "[base][memory-limit]") {
  constexpr unsigned threads = 40;
  const MemoryLimit limit(10 * megabyte);
  std::atomic<int> most = 0, now = 0;
  int given = 0;
  const auto next = [&] { return given < 200 ? std::optional(given++) : std::nullopt; };
  const auto work = [&](int number) {
    most = std::max<int>(most, ++now);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --now;
    return number;
  };
  CHECK(in_order(threads, next, work, [](int) -> Status { return Done{}; }).ok());
  CHECK(most > 20);
}

TEST_CASE("memory limit: more than there can be is no bound", "[base][memory-limit]") {
  const MemoryLimit limit(~std::size_t{0});  // as good as none
  CHECK(can_take(100 * megabyte));
}

TEST_CASE("memory limit: a machine has memory", "[base][memory-limit]") {
  CHECK(memory_of_machine() > 64 * megabyte);
  CHECK(memory_of_machine() < std::size_t{1} << 50);
}

#endif
