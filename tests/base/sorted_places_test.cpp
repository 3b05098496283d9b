#include "base/memory/sorted_places.hpp"

#include <catch2/catch.hpp>
#include <random>

using namespace fiveproof;

TEST_CASE("keys never contradict the order of bytes", "[base][sorted_places]") {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    const std::size_t bytes = 1 + random() % 140;
    std::vector<std::uint8_t> a(bytes), b(bytes);
    const std::size_t same = random() % (bytes + 1);
    for (std::size_t i = 0; i < bytes; ++i) {
      a[i] = random() % 4 != 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(random() % 3);
      b[i] = i < same ? a[i] : static_cast<std::uint8_t>(random() % 2 ? 0 : random() % 256);
    }
    const int order = std::memcmp(a.data(), b.data(), bytes);
    const std::uint64_t x = sort_key(a.data(), bytes), y = sort_key(b.data(), bytes);
    REQUIRE_FALSE((order < 0 && x > y));
    REQUIRE_FALSE((order > 0 && x < y));
    REQUIRE_FALSE((order == 0 && x != y));
    if (x == y)
      REQUIRE(std::equal(a.begin(),
                         a.begin() + static_cast<std::ptrdiff_t>(std::min(bytes, end_of_sort_key(x))),
                         b.begin()));
  }
}

TEST_CASE("places come in the order of their entries", "[base][sorted_places]") {
  std::mt19937 random(2);
  for (const std::size_t count : {0u, 1u, 2u, 300u, 16'384u, 16'385u, 50'000u}) {
    CAPTURE(count);
    const std::size_t bytes = 49;
    std::vector<std::uint8_t> all(count * bytes);
    for (auto& byte : all)
      byte = random() % 8 != 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(random() % 3);
    const auto entry_of = [&](std::uint32_t i) { return all.data() + std::size_t{i} * bytes; };
    auto places = sorted_places(count, bytes, entry_of);
    for (std::size_t i = 1; i < count; ++i)
      REQUIRE(std::memcmp(entry_of(places[i - 1]), entry_of(places[i]), bytes) <= 0);
    std::sort(places.begin(), places.end());
    REQUIRE(places.size() == count);
    for (std::uint32_t i = 0; i < count; ++i) REQUIRE(places[i] == i);
  }
}
