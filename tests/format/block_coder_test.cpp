#include "format/walk/block_coder.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "format/fvp/fvp_reader.hpp"
#include "samples.hpp"
#include "tests/paths.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

void check_round_trip(const Proof& proof, std::uint32_t records_per_block, FvpCoding coding) {
  RecordTable back(proof.size, proof.attacker);
  for (const EncodedBlock& block : encoded_blocks(proof.records, records_per_block, coding)) {
    std::uint32_t got = 0;
    const auto done = decode_block(
        block.bytes, proof.size, proof.attacker, block.count,
        [&](std::span<const std::uint8_t> entry) {
          back.add_entry(entry);
          ++got;
        },
        coding);
    REQUIRE(done.ok());
    REQUIRE(got == block.count);
  }
  back.finish();
  REQUIRE(back.count() == proof.records.count());
  for (std::size_t i = 0; i < back.count(); ++i)
    REQUIRE(std::ranges::equal(back.entry(i), proof.records.entry(i)));
}

/// Whatever the bits: what comes out is the entries of some records, `count` of them, or fewer and an error.
Result<std::vector<std::uint8_t>> entries_of(std::span<const std::uint8_t> bytes, int size, Color attacker,
                                             std::uint32_t count, FvpCoding coding) {
  std::vector<std::uint8_t> entries;
  std::uint32_t got = 0;
  const auto done = decode_block(
      bytes, size, attacker, count,
      [&](std::span<const std::uint8_t> entry) {
        ++got;
        REQUIRE(is_canonical_entry(entry, size));
        entries.insert(entries.end(), entry.begin(), entry.end());
      },
      coding);
  REQUIRE((done.ok() ? got == count : got <= count));
  if (!done.ok()) return done.error();
  return entries;
}

}  // namespace

TEST_CASE("records survive a walk, on every board, for both attackers", "[format][block]") {
  const FvpCoding coding = GENERATE(FvpCoding::walks, FvpCoding::mixed_walks);
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  const Color attacker = GENERATE(Color::black, Color::white);
  const std::uint32_t records_per_block = GENERATE(1u, 10u, 1'000u);
  CAPTURE(coding, size, attacker, records_per_block);
  const auto seed = static_cast<unsigned>(size);
  check_round_trip(random_proof(seed, RuleSet::standard, size, attacker, rounds(100)), records_per_block,
                   coding);
  check_round_trip(random_strategy(seed, size, attacker, rounds(300)), records_per_block, coding);
}

TEST_CASE("a whole game survives and becomes small", "[format][block]") {
  struct Expected {
    FvpCoding coding;
    std::uint32_t per_block;
    double bytes_per_record;
  };
  const auto [coding, per_block, most] =
      GENERATE(Expected{FvpCoding::walks, 65'536, 0.7}, Expected{FvpCoding::mixed_walks, 262'144, 0.42});
  const auto proof = read_fvp_file(test::in_project("proofs/partial/freestyle15-from-nothing.fvp"));
  REQUIRE(proof.ok());
  const RecordTable& records = proof.value().records;
  check_round_trip(proof.value(), per_block, coding);
  std::size_t bytes = 0;
  for (const EncodedBlock& block : encoded_blocks(records, per_block, coding)) bytes += block.bytes.size();
  CHECK(static_cast<double>(bytes) < most * static_cast<double>(records.count()));
}

TEST_CASE("a move onto a stone survives", "[format][block]") {
  const FvpCoding coding = GENERATE(FvpCoding::walks, FvpCoding::mixed_walks);
  Proof proof(RuleSet::standard, 9, Color::black);
  const Proof some = random_proof(9, RuleSet::standard, 9, Color::black, 40);
  for (std::size_t i = 0; i < some.records.count(); ++i) {
    const Record record = some.records.at(i);
    const auto stones = record.position.stones(i % 2 ? Color::black : Color::white);
    for (Square stone : stones) {
      proof.records.add(record.position, stone);
      break;
    }
  }
  proof.records.finish();
  REQUIRE(proof.records.count() > 10);
  check_round_trip(proof, 100, coding);
}

TEST_CASE("damaged blocks end", "[format][block]") {
  std::mt19937 random(5);
  const FvpCoding coding = GENERATE(FvpCoding::walks, FvpCoding::mixed_walks);
  const int size = GENERATE(5, 15, 20);
  const auto blocks = encoded_blocks(random_strategy(3, size, Color::black, 400).records, 200, coding);
  std::size_t refused = 0;
  for (std::size_t n = 0; n < rounds(2'000); ++n) {
    EncodedBlock block = blocks[random() % blocks.size()];
    if (n % 3 == 0) block.bytes.resize(random() % block.bytes.size());
    for (unsigned k = random() % 4; k > 0 && !block.bytes.empty(); --k)
      block.bytes[random() % block.bytes.size()] ^= static_cast<std::uint8_t>(1u << (random() % 8));
    if (n % 5 == 0) block.count = 1 + static_cast<std::uint32_t>(random() % 2'000);
    const auto entries = entries_of(block.bytes, size, Color::black, block.count, coding);
    if (entries.ok()) continue;
    REQUIRE(entries.error().code == ErrorCode::malformed);
    ++refused;
  }
  CHECK(refused > rounds(500));
}

TEST_CASE("noise ends", "[format][block]") {
  std::mt19937 random(6);
  const FvpCoding coding = GENERATE(FvpCoding::walks, FvpCoding::mixed_walks);
  const Color attacker = GENERATE(Color::black, Color::white);
  for (std::size_t n = 0; n < rounds(500); ++n) {
    std::vector<std::uint8_t> bytes(random() % 300);
    for (auto& byte : bytes)
      byte = static_cast<std::uint8_t>(n % 2 ? random() : random() % 3 ? 0xFF : random());
    (void)entries_of(bytes, 5 + static_cast<int>(random() % 16), attacker, 5'000, coding);
  }
}

TEST_CASE("no other bytes say what a block says", "[format][block]") {
  const FvpCoding coding = GENERATE(FvpCoding::walks, FvpCoding::mixed_walks);
  const EncodedBlock block =
      encoded_blocks(random_strategy(7, 9, Color::black, 60).records, 60, coding).front();
  const auto read = [&](std::span<const std::uint8_t> bytes, std::uint32_t count) {
    return entries_of(bytes, 9, Color::black, count, coding);
  };
  const auto whole = read(block.bytes, block.count);
  REQUIRE(whole.ok());
  for (std::size_t length = 0; length < block.bytes.size(); ++length) {
    CAPTURE(length);
    // A part may say something else.
    const auto part = read(std::span(block.bytes).first(length), block.count);
    CHECK((!part.ok() || part.value() != whole.value()));
  }
  for (const int more : {0, 1, 255}) {
    auto longer = block.bytes;
    longer.push_back(static_cast<std::uint8_t>(more));
    CHECK_FALSE(read(longer, block.count).ok());
  }
  CHECK_FALSE(read(block.bytes, block.count - 1).ok());
  CHECK_FALSE(read(block.bytes, block.count + 1).ok());
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
