#include "format/block_coder.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "format/fvp_reader.hpp"
#include "samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

void check_round_trip(const Proof& proof, std::uint32_t records_per_block) {
  RecordTable back(proof.size, proof.attacker);
  for (const EncodedBlock& block : encoded_blocks(proof.records, records_per_block)) {
    std::uint32_t got = 0;
    const auto done = decode_block(block.bytes, proof.size, proof.attacker, block.count,
                                   [&](std::span<const std::uint8_t> entry) {
                                     back.add_entry(entry);
                                     ++got;
                                   });
    REQUIRE(done.ok());
    REQUIRE(got == block.count);
  }
  back.finish();
  REQUIRE(back.count() == proof.records.count());
  for (std::size_t i = 0; i < back.count(); ++i)
    REQUIRE(std::ranges::equal(back.entry(i), proof.records.entry(i)));
}

}  // namespace

TEST_CASE("records survive a walk, on every board, for both attackers", "[format][block]") {
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  const Color attacker = GENERATE(Color::black, Color::white);
  const std::uint32_t records_per_block = GENERATE(1u, 10u, 1'000u);
  CAPTURE(size, attacker, records_per_block);
  check_round_trip(random_proof(static_cast<unsigned>(size), RuleSet::standard, size, attacker, 100),
                   records_per_block);
  check_round_trip(random_strategy(static_cast<unsigned>(size), size, attacker, 300), records_per_block);
}

TEST_CASE("a whole game survives and becomes small", "[format][block]") {
  const auto proof = read_fvp_file(FIVEPROOF_PROOFS "/freestyle15.fvp");
  REQUIRE(proof.ok());
  check_round_trip(proof.value(), 65'536);
  std::size_t bytes = 0;
  for (const EncodedBlock& block : encoded_blocks(proof.value().records, 65'536)) bytes += block.bytes.size();
  CHECK(static_cast<double>(bytes) < 0.7 * static_cast<double>(proof.value().records.count()));
}

// Whatever the bits: what comes out is the entry of some record.
TEST_CASE("damaged blocks end", "[format][block]") {
  std::mt19937 random(5);
  const int size = GENERATE(5, 15, 20);
  const auto blocks = encoded_blocks(random_strategy(3, size, Color::black, 400).records, 200);
  int refused = 0;
  for (int n = 0; n < 2'000; ++n) {
    EncodedBlock block = blocks[random() % blocks.size()];
    if (n % 3 == 0) block.bytes.resize(random() % block.bytes.size());
    for (unsigned k = random() % 4; k > 0 && !block.bytes.empty(); --k)
      block.bytes[random() % block.bytes.size()] ^= static_cast<std::uint8_t>(1u << (random() % 8));
    if (n % 5 == 0) block.count = 1 + static_cast<std::uint32_t>(random() % 2'000);
    std::uint32_t got = 0;
    const auto done =
        decode_block(block.bytes, size, Color::black, block.count, [&](std::span<const std::uint8_t> entry) {
          ++got;
          REQUIRE(is_canonical_entry(entry, size));
        });
    REQUIRE(got <= block.count);
    if (done.ok()) {
      REQUIRE(got == block.count);
    } else {
      REQUIRE(done.error().code == ErrorCode::malformed);
      ++refused;
    }
  }
  CHECK(refused > 500);
}

TEST_CASE("noise ends", "[format][block]") {
  std::mt19937 random(6);
  for (int n = 0; n < 500; ++n) {
    std::vector<std::uint8_t> bytes(random() % 300);
    for (auto& byte : bytes)
      byte = static_cast<std::uint8_t>(n % 2 ? random() : random() % 3 ? 0xFF : random());
    const int size = 5 + static_cast<int>(random() % 16);
    std::uint32_t got = 0;
    const auto done =
        decode_block(bytes, size, Color::white, 5'000, [&](std::span<const std::uint8_t> entry) {
          ++got;
          REQUIRE(is_canonical_entry(entry, size));
        });
    REQUIRE((done.ok() ? got == 5'000 : got <= 5'000));
  }
}

TEST_CASE("a block has the same bytes whatever order its records came in", "[format][block]") {
  const Proof proof = random_strategy(8, 15, Color::black, 500);
  Proof shuffled(proof.rule, proof.size, proof.attacker);
  std::vector<std::size_t> order(proof.records.count());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(9));
  for (std::size_t i : order) shuffled.records.add(proof.records.at(i).position, proof.records.at(i).move);
  shuffled.records.finish();
  const auto a = encoded_blocks(proof.records, 300), b = encoded_blocks(shuffled.records, 300);
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i].bytes == b[i].bytes);
}
