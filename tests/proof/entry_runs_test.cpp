#include "proof/records/entry_runs.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace fiveproof;

namespace {

using Entry = std::vector<std::uint8_t>;
constexpr std::size_t bytes = 13;
constexpr std::size_t a_chunk = EntryRuns::chunk_entries;

/// Many have their first bytes in common, as positions do.
std::vector<Entry> random_entries(std::size_t count, unsigned values) {
  std::mt19937 random(static_cast<unsigned>(count) + values);
  std::vector<Entry> entries(count, Entry(bytes));
  for (Entry& entry : entries)
    for (auto& byte : entry)
      byte = random() % 3 != 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(random() % values);
  return entries;
}

std::vector<Entry> entries_of(const std::vector<EntryRuns::Chunk>& chunks) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    REQUIRE_FALSE(chunks[i].empty());
    if (i + 1 < chunks.size()) REQUIRE(chunks[i].size() == a_chunk * bytes);
    for (auto at = chunks[i].begin(); at != chunks[i].end(); at += bytes)
      entries.emplace_back(at, at + bytes);
  }
  return entries;
}

}  // namespace

TEST_CASE("runs become one ascending list, each entry once", "[proof][entry_runs]") {
  // Around the ends of chunks and runs; the last is more runs than a power of two.
  const std::size_t count = GENERATE(std::size_t{0}, std::size_t{1}, a_chunk - 1, a_chunk, a_chunk + 1,
                                     8 * a_chunk, 8 * a_chunk + 1, 24 * a_chunk, 43 * a_chunk + 5);
  const unsigned values = GENERATE(2u, 250u);
  CAPTURE(count, values);
  auto entries = random_entries(count, values);
  auto expected = entries;
  std::ranges::sort(expected);
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  SECTION("in any order") {}
  SECTION("in order, each once") { entries = expected; }
  SECTION("in order, with repetitions") { std::ranges::sort(entries); }
  SECTION("in order for a while") {
    std::sort(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(count * 2 / 3));
  }
  SECTION("backwards") { std::ranges::sort(entries, std::greater{}); }
  SECTION("in order but for the last") {
    std::ranges::sort(entries);
    if (count > 0) std::swap(entries.front(), entries.back());
  }
  EntryRuns runs(bytes);
  for (const Entry& entry : entries) runs.add(entry);
  REQUIRE(entries_of(runs.finish()) == expected);
  CHECK(runs.held_bytes() == 0);
  // It can be filled again.
  for (const Entry& entry : entries) runs.add(entry);
  REQUIRE(entries_of(runs.finish()) == expected);
}

TEST_CASE("runs that are taken hold all that was added", "[proof][entry_runs]") {
  const auto entries = random_entries(20 * a_chunk + 7, 250);
  EntryRuns runs(bytes);
  std::size_t most = 0;
  for (const Entry& entry : entries) {
    if (runs.is_chunk_full()) most = runs.held_bytes();
    runs.add(entry);
  }
  CHECK(most == 20 * a_chunk * bytes);
  std::vector<Entry> taken;
  for (const auto& part : runs.take())
    for (auto at = part.begin(); at != part.end(); at += bytes) taken.emplace_back(at, at + bytes);
  auto expected = entries;
  for (auto* list : {&taken, &expected}) {
    std::ranges::sort(*list);
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  CHECK(taken == expected);
  CHECK(runs.finish().empty());
}
