#include "base/memory/memory.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>

#include "base/memory/external_sort.hpp"
#include "tests/temporary_folder.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

/// Bytes that are taken from the C library now; 0 where it does not say (with sanitizers, too).
std::size_t taken_bytes() {
#ifdef __GLIBC__
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

}  // namespace

TEST_CASE("memory: what is given back is not kept", "[base]") {
  std::vector<int> items(1000);
  items = {};
  REQUIRE(items.capacity() == 1000);  // why there is give_back()
  give_back(items);
  CHECK(items.capacity() == 0);
}

TEST_CASE("memory: a sorter that merges has let its buffer go", "[base][sort]") {
  constexpr std::size_t memory = std::size_t{8} << 20;
  TemporaryFolder folder;
  const std::size_t before = taken_bytes();
  ExternalSorter sorter(16, memory, folder.path().string());
  std::array<std::uint8_t, 16> entry{};
  for (std::uint32_t i = 0; i < 1'000'000; ++i) {
    for (std::size_t byte = 0; byte < 4; ++byte)
      entry[byte] = static_cast<std::uint8_t>(i * 2'654'435'761u >> 8 * byte);
    REQUIRE(sorter.add(entry).ok());
  }
  REQUIRE(sorter.finish().ok());
  REQUIRE(sorter.is_on_disk());
  CHECK(taken_bytes() <= before + memory + memory / 8);
  CHECK((before == 0 || taken_bytes() > before));
}
