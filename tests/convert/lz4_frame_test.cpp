#include "convert/syntax/lz4_frame.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "tests/convert/bytes.hpp"
#include "tests/convert/results.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;

namespace {

Bytes some_bytes(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 5);
  return bytes;
}

}  // namespace

TEST_CASE("lz4 frame: contents of any size come back", "[convert]") {
  // Around the size of a block, which is 64 KiB.
  for (const std::size_t size : {0u, 1u, 13u, 65535u, 65536u, 65537u, 300000u}) {
    CAPTURE(size);
    const Bytes content = some_bytes(size, 7);
    const Bytes frame = lz4_frame(content);
    CHECK(is_lz4_frame(frame));
    const auto back = test::value_of(lz4_content(frame, size));
    CHECK(back == content);
    if (size == 0) continue;
    CHECK(test::code_of(lz4_content(frame, size - 1)) == ErrorCode::limit);
  }
}

TEST_CASE("lz4 frame: one of another writer, block by block as it is", "[convert]") {
  // No checksums, blocks of their own, one block that is not compressed.
  const Bytes frame = test::from_hex("04 22 4D 18 60 40 82 03 00 00 80 61 62 63 00 00 00 00");
  CHECK(test::value_of(lz4_content(frame, 100)) == Bytes{'a', 'b', 'c'});
}

TEST_CASE("lz4 frame: cut anywhere, damaged anywhere or with more behind it, it is refused", "[convert]") {
  const Bytes frame = lz4_frame(some_bytes(500, 3));
  for (std::size_t size = 0; size < frame.size(); ++size) {
    CAPTURE(size);
    const auto cut = lz4_content(std::span(frame).first(size), 1000);
    REQUIRE_FALSE(cut.ok());
    CHECK(cut.error().code == ErrorCode::malformed);
    CHECK(cut.error().offset.value() <= size);
  }
  for (std::size_t at = 0; at < frame.size(); ++at) {
    CAPTURE(at);
    Bytes damaged = frame;
    damaged[at] ^= 0x10;
    CHECK_FALSE(lz4_content(damaged, 1000).ok());
  }
  Bytes longer = frame;
  longer.push_back(0);
  const auto more = lz4_content(longer, 1000);
  REQUIRE_FALSE(more.ok());
  CHECK(more.error().offset == frame.size());
}

TEST_CASE("lz4 frame: a small file that would become a large one stops at the limit", "[convert]") {
  const Bytes frame = lz4_frame(Bytes(std::size_t{8} << 20));
  CHECK(frame.size() < 50'000);
  CHECK(test::code_of(lz4_content(frame, 1 << 20)) == ErrorCode::limit);
}

TEST_CASE("lz4 frame: its first bytes tell", "[convert]") {
  CHECK(is_lz4_frame(test::from_hex("04 22 4D 18")));
  CHECK_FALSE(is_lz4_frame(test::from_hex("04 22 4D")));
  CHECK_FALSE(is_lz4_frame(test::from_hex("04 22 4D 19 00")));
}
