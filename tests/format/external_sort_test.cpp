#include "format/external_sort.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <random>

#include "temporary_folder.hpp"

namespace fiveproof {
namespace {

using Entry = std::vector<std::uint8_t>;

std::vector<Entry> random_entries(std::size_t count, std::size_t bytes, int values, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Entry> entries(count, Entry(bytes));
  for (Entry& entry : entries)
    for (std::uint8_t& byte : entry)
      byte = static_cast<std::uint8_t>(random() % static_cast<unsigned>(values));
  return entries;
}

std::vector<Entry> read_all(ExternalSorter& sorter, std::size_t bytes) {
  std::vector<Entry> read;
  Entry entry(bytes);
  for (;;) {
    const auto more = sorter.next(entry);
    REQUIRE(more.ok());
    if (!more.value()) return read;
    read.push_back(entry);
  }
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder)) names.push_back(file.path().string());
  return names;
}

}  // namespace

TEST_CASE("entries come back in order, in memory, from runs, and from runs of runs", "[external_sort]") {
  const test::TemporaryFolder folder;
  // Entries in memory: more than there are; a few runs; more than 64 runs; more than 64 * 64 of one entry
  // each.
  for (const std::size_t in_memory : {100000, 3000, 100, 1}) {
    const std::size_t bytes = 11;
    auto expected = random_entries(in_memory == 1 ? 5000 : 20000, bytes, 7, 5);
    ExternalSorter sorter(bytes, in_memory * (bytes + 4), folder.path().string());
    for (const Entry& entry : expected) REQUIRE(sorter.add(entry).ok());
    REQUIRE(sorter.finish().ok());
    REQUIRE(sorter.count() == expected.size());
    CHECK(names_in(folder.path()).empty());
    std::sort(expected.begin(), expected.end());
    CHECK(read_all(sorter, bytes) == expected);
    CHECK(read_all(sorter, bytes).empty());
    REQUIRE(sorter.rewind().ok());
    Entry first(bytes);
    REQUIRE(sorter.next(first).ok());
    CHECK(first == expected.front());
    REQUIRE(sorter.rewind().ok());
    CHECK(read_all(sorter, bytes) == expected);
  }
}

TEST_CASE("entries longer than a part of a buffer, and sorters that are moved", "[external_sort]") {
  for (const std::size_t bytes : {1, 47, 40000}) {
    auto expected = random_entries(bytes > 1000 ? 50 : 3000, bytes, 256, 9);
    ExternalSorter first(bytes, 10 * (bytes + 4));
    for (const Entry& entry : expected) REQUIRE(first.add(entry).ok());
    ExternalSorter sorter = std::move(first);
    REQUIRE(sorter.finish().ok());
    std::sort(expected.begin(), expected.end());
    CHECK(read_all(sorter, bytes) == expected);
  }
}

TEST_CASE("nothing sorted is nothing", "[external_sort]") {
  ExternalSorter sorter(5, 0);
  REQUIRE(sorter.finish().ok());
  CHECK(read_all(sorter, 5).empty());
  REQUIRE(sorter.rewind().ok());
  CHECK(read_all(sorter, 5).empty());
}

TEST_CASE("a folder that is not there matters only when the disk is needed", "[external_sort]") {
  const test::TemporaryFolder folder;
  ExternalSorter small(4, 1000, folder.file("missing"));
  REQUIRE(small.add(Entry(4)).ok());
  CHECK(small.finish().ok());

  ExternalSorter large(4, 8, folder.file("missing"));
  REQUIRE(large.add(Entry(4)).ok());
  const auto status = large.add(Entry(4));
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == ErrorCode::io);
  CHECK(status.error().text().find("missing") != std::string::npos);
}

TEST_CASE("a disk that is full is an error", "[external_sort]") {
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  rlimit small = before;
  small.rlim_cur = 4096;
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const test::TemporaryFolder folder;
  ExternalSorter sorter(16, 20 * 100, folder.path().string());
  Status status = Done{};
  for (int i = 0; i < 100000 && status.ok(); ++i) status = sorter.add(Entry(16));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == ErrorCode::io);
}

}  // namespace fiveproof
