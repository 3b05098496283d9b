// Damaged files, by the hundred thousand: each is refused, or says what it said before.
//
// Half of the damages get their checksums right again, so that what is behind these is met as well.
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

#include "base/files/file.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "fvp_surgery.hpp"
#include "samples.hpp"
#include "tests/paths.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

std::vector<Bytes> golden_files() {
  std::vector<Bytes> files;
  for (const auto& entry : std::filesystem::directory_iterator(test::in_project("tests/golden")))
    if (entry.path().extension() == ".fvp")
      files.push_back(read_file(entry.path().string(), std::uint64_t{1} << 30).value());
  std::ranges::sort(files);
  return files;
}

/// One to four bytes changed, a stretch left out, put in, or copied from elsewhere.
void damage(Bytes& bytes, std::mt19937& random) {
  if (bytes.empty()) return;
  const auto place = [&] { return static_cast<std::ptrdiff_t>(random() % bytes.size()); };
  const auto length = [&](std::ptrdiff_t from) {
    return std::min<std::ptrdiff_t>(1 + static_cast<std::ptrdiff_t>(random() % 40),
                                    static_cast<std::ptrdiff_t>(bytes.size()) - from);
  };
  const auto at = place();
  switch (random() % 5) {
    case 0:
      bytes.resize(random() % bytes.size());
      break;
    case 1:
      bytes.erase(bytes.begin() + at, bytes.begin() + at + length(at));
      break;
    case 2:
      bytes.insert(bytes.begin() + at, 1 + random() % 9, static_cast<std::uint8_t>(random()));
      break;
    case 3: {
      const auto from = place();
      const Bytes piece(bytes.begin() + from, bytes.begin() + from + length(from));
      std::copy_n(piece.begin(), std::min<std::ptrdiff_t>(std::ssize(piece), std::ssize(bytes) - at),
                  bytes.begin() + at);
      break;
    }
    default:
      for (auto n = 1 + random() % 4; n > 0; --n)
        bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1 + random() % 255);
  }
}

/// In one part, behind its checksum, or anywhere.
Bytes damaged(const Bytes& file, std::mt19937& random) {
  if (random() % 2 == 0) {
    Bytes bytes = file;
    damage(bytes, random);
    return bytes;
  }
  FvpParts parts = take_apart(file);
  const std::size_t part = random() % (parts.blocks.size() + 1);
  damage(part == 0 ? parts.header_frame : parts.blocks[part - 1].frame, random);
  return put_together(parts);
}

}  // namespace

TEST_CASE("100,000 damaged files are refused or say the same", "[.][corruptions]") {
  const auto files = golden_files();
  REQUIRE(files.size() >= 11);
  std::mt19937 random(20261122);
  std::size_t same = 0;
  for (int n = 0; n < 100'000; ++n) {
    const Bytes& file = files[random() % files.size()];
    const auto read = read_fvp(damaged(file, random));
    if (!read.ok()) {
      REQUIRE_FALSE(read.error().message.empty());
      continue;
    }
    // Bits of a header's frame that mean nothing: what is said is said as before.
    REQUIRE(difference(read.value(), read_fvp(file).value()).empty());
    ++same;
  }
  CHECK(same < 5'000);
}
