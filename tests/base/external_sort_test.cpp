#include "base/memory/external_sort.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "tests/file_size_limit.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> random_entries(std::size_t count, std::size_t width, unsigned values) {
  std::mt19937 random(static_cast<unsigned>(count * 31 + width));
  std::vector<Bytes> entries(count, Bytes(width));
  for (Bytes& entry : entries)
    for (auto& byte : entry) byte = static_cast<std::uint8_t>(random() % values);
  return entries;
}

std::vector<Bytes> read_all(ExternalSorter& sorter, std::size_t width) {
  std::vector<Bytes> entries;
  Bytes entry(width);
  while (sorter.next(entry).value()) entries.push_back(entry);
  REQUIRE_FALSE(sorter.next(entry).value());
  return entries;
}

Status add_all(ExternalSorter& sorter, const std::vector<Bytes>& entries) {
  for (const Bytes& entry : entries)
    if (auto added = sorter.add(entry); !added.ok()) return added;
  return Done{};
}

bool is_empty(const TemporaryFolder& folder) { return std::filesystem::is_empty(folder.path()); }

}  // namespace

TEST_CASE("the external sort agrees with std::sort, duplicates kept", "[base][sort]") {
  const std::size_t width = GENERATE(1, 3, 12, 100);
  const std::size_t count = GENERATE(0, 1, 2, 7, 1000);
  const std::size_t memory = GENERATE(0, 1, 64, 1000, 40000, 1000000);
  CAPTURE(width, count, memory);
  TemporaryFolder folder;
  auto entries = random_entries(count, width, width == 1 ? 256 : 3);
  ExternalSorter sorter(width, memory, folder.path().string());
  REQUIRE(add_all(sorter, entries).ok());
  REQUIRE(sorter.finish().ok());
  REQUIRE(sorter.count() == count);
  REQUIRE(sorter.is_on_disk() == (count > 1 && count * (width + 8) > memory));
  std::sort(entries.begin(), entries.end());
  REQUIRE(read_all(sorter, width) == entries);
  REQUIRE(is_empty(folder));  // what there was is unlinked

  REQUIRE(sorter.rewind().ok());
  Bytes entry(width);
  for (std::size_t i = 0; i < count / 2; ++i) REQUIRE((sorter.next(entry).value() && entry == entries[i]));
  REQUIRE(sorter.rewind().ok());
  REQUIRE(read_all(sorter, width) == entries);
}

TEST_CASE("bytes are compared as unsigned", "[base][sort]") {
  ExternalSorter sorter(2, 1 << 20);
  REQUIRE(add_all(sorter, {{0x80, 0}, {0x7f, 0xff}, {0xff, 1}, {0, 0}}).ok());
  REQUIRE(sorter.finish().ok());
  REQUIRE(read_all(sorter, 2) == std::vector<Bytes>{{0, 0}, {0x7f, 0xff}, {0x80, 0}, {0xff, 1}});
}

TEST_CASE("many runs are merged in several passes", "[base][sort]") {
  TemporaryFolder folder;
  auto entries = random_entries(40000, 5, 4);
  ExternalSorter sorter(5, 130, folder.path().string());  // 10 entries to a run, 2 runs at once
  REQUIRE(add_all(sorter, entries).ok());
  REQUIRE(sorter.finish().ok());
  std::sort(entries.begin(), entries.end());
  REQUIRE(read_all(sorter, 5) == entries);
}

TEST_CASE("without a folder for temporary files only what fits is sorted", "[base][sort]") {
  TemporaryFolder folder;
  const std::string missing = folder.file("missing");
  ExternalSorter small(4, 120, missing);
  REQUIRE(add_all(small, random_entries(10, 4, 9)).ok());
  REQUIRE(small.finish().ok());
  REQUIRE(read_all(small, 4).size() == 10);

  ExternalSorter large(4, 120, missing);
  const auto added = add_all(large, random_entries(11, 4, 9));
  REQUIRE_FALSE(added.ok());
  CHECK(added.error().code == ErrorCode::io);
  CHECK(added.error().file == missing);
  Bytes entry(4);
  CHECK_FALSE(large.add(entry).ok());
  CHECK_FALSE(large.finish().ok());
  CHECK_FALSE(large.next(entry).ok());
  CHECK_FALSE(large.rewind().ok());
}

TEST_CASE("a disk that is full is an error, while adding and while merging", "[base][sort]") {
  TemporaryFolder folder;
  const std::size_t room = GENERATE(0, 5000, 79999);
  const auto entries = random_entries(10000, 8, 256);  // 80000 bytes
  ExternalSorter sorter(8, 1200, folder.path().string());
  Status status = Done{};
  {
    const FileSizeLimit limit(room);
    status = add_all(sorter, entries);
    if (status.ok()) status = sorter.finish();
  }
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == ErrorCode::io);
  Bytes entry(8);
  CHECK_FALSE(sorter.next(entry).ok());
  CHECK(is_empty(folder));
}

TEST_CASE("a disk that fills up between two passes is an error", "[base][sort]") {
  ExternalSorter sorter(8, 1200);
  REQUIRE(add_all(sorter, random_entries(10000, 8, 256)).ok());
  Status status = Done{};
  {
    const FileSizeLimit limit(1000);
    status = sorter.finish();
  }
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == ErrorCode::io);
}

TEST_CASE("who is in a hurry sorts some of the entries", "[base][sort]") {
  const std::size_t memory = GENERATE(std::size_t{1} << 20, std::size_t{256});
  TemporaryFolder folder;
  ExternalSorter sorter(2, memory, folder.path().string());
  for (std::uint8_t i = 0; i < 200; ++i)
    REQUIRE(sorter.add(std::array{static_cast<std::uint8_t>(250 - i), i}).ok());
  sorter.keep_at_most(5);
  CHECK_FALSE(sorter.is_on_disk());
  CHECK(sorter.count() == 5);
  REQUIRE(sorter.finish().ok());
  std::array<std::uint8_t, 2> entry{}, last{};
  int count = 0;
  for (; sorter.next(entry).value(); ++count) {
    CHECK(last < entry);
    CHECK(entry[0] + entry[1] == 250);
    last = entry;
  }
  CHECK(count == 5);
}
