// What is written as JSON wants memory in many places. tests/fault makes some of them fail in whole programs;
// here each one fails. Sanitizers have an operator new of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <catch2/catch.hpp>

#include <cstdlib>
#include <new>

#include "format/text/json_lines.hpp"
#include "tests/positions.hpp"

namespace {

/// How many allocations succeed before one fails; below 0: none fails.
thread_local long allocations_left = -1;

}  // namespace

void* operator new(std::size_t bytes) {
  if (allocations_left >= 0 && allocations_left-- == 0) throw std::bad_alloc();
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace fiveproof {
namespace {

/// How many allocations failed, one after the other, before `make` was done. What it makes is destroyed with
/// memory at hand: nlohmann's JSON takes some for that, and ends the program where there is none
/// (cli/last_resort.hpp).
template <typename Make>
long fail_each(const Make& make) {
  for (long n = 0;; ++n) {
    allocations_left = n;
    try {
      const auto made = make();
      allocations_left = -1;
      return n;
    } catch (const std::bad_alloc&) {
      allocations_left = -1;
    }
  }
}

TEST_CASE("a gap for which memory is wanting is no gap, and harms nothing", "[format][gaps]") {
  Gap gap;
  gap.root = 0;
  gap.line = {Square(9, 8), Square(2, 2)};
  gap.position = after("h8 j9 c3");
  gap.by = Square(4, 4);
  gap.limit = true;
  gap.source_offset = 17;
  const std::string whole = gap_json(gap, "kind").dump();
  CHECK(fail_each([&] { return gap_json(gap, "kind"); }) > 20);
  CHECK(gap_json(gap, "kind").dump() == whole);
}

}  // namespace
}  // namespace fiveproof

#endif
