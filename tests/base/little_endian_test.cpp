#include "base/little_endian.hpp"

#include <catch2/catch.hpp>

using Bytes = std::vector<std::uint8_t>;
namespace little_endian = fiveproof::little_endian;

TEST_CASE("The lowest byte of a number comes first") {
  Bytes out = {0xEE};
  little_endian::put_u16(out, 0x0102);
  little_endian::put_u32(out, 0x03040506);
  little_endian::put_u64(out, 0x0708090A0B0C0D0E);
  CHECK(out == Bytes{0xEE, 2, 1, 6, 5, 4, 3, 14, 13, 12, 11, 10, 9, 8, 7});
}

TEST_CASE("What was put is read again at its place") {
  Bytes out = {0xEE};
  little_endian::put_u16(out, 0xFEDC);
  little_endian::put_u32(out, 0xFEDCBA98);
  little_endian::put_u64(out, 0xFEDCBA9876543210);
  CHECK(little_endian::get_u16(out, 1) == 0xFEDC);
  CHECK(little_endian::get_u32(out, 3) == 0xFEDCBA98);
  CHECK(little_endian::get_u64(out, 7) == 0xFEDCBA9876543210);
}

TEST_CASE("A number has as many bytes as are asked for") {
  Bytes out;
  little_endian::put(out, 0xFEDCBA9876543210, 0);
  CHECK(out.empty());
  little_endian::put(out, 0xFEDCBA9876543210, 5);
  CHECK(out == Bytes{0x10, 0x32, 0x54, 0x76, 0x98});
  CHECK(little_endian::get(out, 1, 3) == 0x765432);
  CHECK(little_endian::get(out, 5, 0) == 0);
}

TEST_CASE("A number is written over the bytes that are given, and no others") {
  Bytes bytes = {1, 2, 3, 4, 5};
  little_endian::set(std::span(bytes).subspan(1, 3), 0xA1A2A3A4);
  CHECK(bytes == Bytes{1, 0xA4, 0xA3, 0xA2, 5});
}
