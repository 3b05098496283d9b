#include "base/memory/tag_table.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

namespace fiveproof {
namespace {

std::multiset<std::uint32_t> values_at(const TagTable<std::uint32_t>& table, std::uint64_t key) {
  std::multiset<std::uint32_t> values;
  table.expect(key);
  table.each_slot(key, [&](std::size_t slot) {
    table.expect_at(slot);
    values.insert(table.at(slot));
  });
  return values;
}

}  // namespace

TEST_CASE("a table finds all that was put in under a key", "[base][tag_table]") {
  // Of all bits; of a few, so that runs are long and go round the end; of none that tell slots or tags apart.
  const std::uint64_t mask = GENERATE(~std::uint64_t{0}, std::uint64_t{0xF000'0000'0300'0000},
                                      std::uint64_t{0x0000'0000'FF00'0000}, std::uint64_t{0xFFFF});
  const std::size_t count = GENERATE(0, 1, 7, 8, 100, 3000), spare = GENERATE(0, 1, 3000);
  const MemoryBudget budget{GENERATE(std::size_t{0}, std::size_t{1} << 30), {}};
  CAPTURE(mask, count, spare, budget.bytes);
  if (count == 3000 && mask == 0xFFFF) return;  // all in one run: nine million steps
  auto table = TagTable<std::uint32_t>::create(count + spare, budget).value();
  REQUIRE_FALSE(table.is_of_nothing());
  std::mt19937_64 random(count);
  std::multimap<std::uint64_t, std::uint32_t> expected;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t key = random() & mask;
    table.add(key, i);
    expected.emplace(key, i);
  }
  for (const auto& [key, value] : expected) REQUIRE(values_at(table, key).count(value) == 1);
  // Of keys that were not put in few values are seen, when there are tags to tell them by.
  std::size_t seen = 0;
  for (int i = 0; i < 1000; ++i) seen += values_at(table, random()).size();
  if (mask == ~std::uint64_t{0} && spare >= count) CHECK(seen < 100);
}

TEST_CASE("a table of nothing holds nothing", "[base][tag_table]") {
  const TagTable<std::uint32_t> table;
  CHECK(table.is_of_nothing());
  CHECK(values_at(table, 7).empty());
}

}  // namespace fiveproof
