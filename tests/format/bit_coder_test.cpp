#include "format/coding/bit_coder.hpp"

#include <catch2/catch.hpp>
#include <random>

namespace fiveproof {
namespace {

/// So many bits, each 1 with a chance of `ones` in 1000, under one of four models.
std::vector<bool> random_bits(unsigned seed, int count, unsigned ones) {
  std::mt19937 random(seed);
  std::vector<bool> bits;
  for (int i = 0; i < count; ++i) bits.push_back(random() % 1000 < ones);
  return bits;
}

std::vector<std::uint8_t> encode(const std::vector<bool>& bits) {
  BitEncoder encoder;
  std::array<BitModel, 4> models;
  for (std::size_t i = 0; i < bits.size(); ++i) encoder.code(models[i % 4], bits[i]);
  return encoder.finish();
}

bool says(BitDecoder& decoder, const std::vector<bool>& bits) {
  std::array<BitModel, 4> models;
  bool are_equal = true;
  for (std::size_t i = 0; i < bits.size(); ++i)
    are_equal = are_equal && decoder.code(models[i % 4]) == bits[i];
  return are_equal;
}

TEST_CASE("bits come back", "[format][bits]") {
  const unsigned ones = GENERATE(0u, 1u, 20u, 500u, 980u, 1000u);
  const int count = GENERATE(0, 1, 7, 100, 20'000);
  CAPTURE(ones, count);
  const auto bits = random_bits(ones + static_cast<unsigned>(count), count, ones);
  const auto bytes = encode(bits);
  BitDecoder decoder(bytes);
  CHECK(says(decoder, bits));
  CHECK(decoder.is_finished());
}

TEST_CASE("bits have one form in bytes", "[format][bits]") {
  const unsigned ones = GENERATE(0u, 1u, 500u, 1000u);
  const int count = GENERATE(0, 1, 9, 40);
  CAPTURE(ones, count);
  const auto bits = random_bits(ones + static_cast<unsigned>(count), count, ones);
  const auto bytes = encode(bits);
  // Is there another form? These bytes with an end of up to two bytes instead of the last one.
  for (std::size_t kept = bytes.size() < 2 ? 0 : bytes.size() - 2; kept <= bytes.size(); ++kept)
    for (unsigned end = 0; end < 3 * 256; ++end) {
      std::vector<std::uint8_t> other(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(kept));
      other.push_back(static_cast<std::uint8_t>(end));
      if (end >= 256) other.push_back(end < 512 ? 0 : 7);
      BitDecoder decoder(other);
      if (says(decoder, bits)) REQUIRE(decoder.is_finished() == (other == bytes));
    }
}

TEST_CASE("what is likely takes little room", "[format][bits]") {
  // By their entropy 20,000 bits take 2,500 bytes and 354; learning costs some.
  CHECK(encode(random_bits(1, 20'000, 500)).size() < 2'600);
  CHECK(encode(random_bits(2, 20'000, 20)).size() < 480);
  CHECK(encode(random_bits(3, 20'000, 0)).size() < 20);
}

TEST_CASE("a bit is never impossible", "[format][bits]") {
  BitModel model;
  for (int i = 0; i < 1'000; ++i) model.learn(true);
  CHECK(model.probability() == 65'521);
  for (int i = 0; i < 1'000; ++i) model.learn(false);
  CHECK(model.probability() == 15);
}

TEST_CASE("any bytes decode to something, beyond their end too", "[format][bits]") {
  std::mt19937 random(4);
  std::vector<std::uint8_t> bytes(50);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  BitDecoder decoder(bytes);
  BitModel model;
  int ones = 0;
  for (int i = 0; i < 10'000; ++i) ones += decoder.code(model);
  CHECK(ones > 0);
}

}  // namespace
}  // namespace fiveproof
