// Coding 2 of .fvp, and what it is made of.
#include <catch2/catch.hpp>
#include <random>

#include "format/bit_coder.hpp"
#include "format/block_coder.hpp"
#include "format/canonical_entry.hpp"
#include "format/fvp_reader.hpp"
#include "format/fvp_writer.hpp"
#include "format/mixer.hpp"
#include "format/walk_shape.hpp"
#include "samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

constexpr FvpCoding mixed = FvpCoding::mixed_walks;

void check_round_trip(const RecordTable& records, std::uint32_t per_block) {
  RecordTable back(records.size(), records.attacker());
  for (const EncodedBlock& block : encoded_blocks(records, per_block, mixed)) {
    const auto done = decode_block(
        block.bytes, records.size(), records.attacker(), block.count,
        [&](std::span<const std::uint8_t> entry) { back.add_entry(entry); }, mixed);
    REQUIRE(done.ok());
  }
  back.finish();
  REQUIRE(back.count() == records.count());
  for (std::size_t i = 0; i < back.count(); ++i) REQUIRE(std::ranges::equal(back.entry(i), records.entry(i)));
}

/// The error, or nothing; at most `count` records come out, each in canonical form.
std::optional<Error> error_of(std::span<const std::uint8_t> bytes, int size, std::uint32_t count) {
  std::uint32_t got = 0;
  const auto done = decode_block(
      bytes, size, Color::black, count,
      [&](std::span<const std::uint8_t> entry) {
        ++got;
        REQUIRE(is_canonical_entry(entry, size));
      },
      mixed);
  REQUIRE(got <= count);
  if (!done.ok()) return done.error();
  REQUIRE(got == count);
  return std::nullopt;
}

std::vector<std::uint8_t> entries_of(std::span<const std::uint8_t> bytes, int size, std::uint32_t count) {
  std::vector<std::uint8_t> entries;
  REQUIRE(decode_block(
              bytes, size, Color::black, count,
              [&](std::span<const std::uint8_t> entry) {
                entries.insert(entries.end(), entry.begin(), entry.end());
              },
              mixed)
              .ok());
  return entries;
}

walk::Line line_of(std::string_view squares) {
  REQUIRE(squares.size() == 9);
  walk::Line line = 0;
  for (unsigned i = 0; i < 9; ++i) {
    const auto cell = static_cast<walk::Line>(std::string_view(".xo#").find(squares[i]));
    if (i < 4) line |= cell << (2 * (3 - i));
    if (i > 4) line |= cell << (2 * (i - 5) + 8);
  }
  return line;
}

}  // namespace

TEST_CASE("records survive a mixed walk, on every board, for both attackers", "[format][mixed]") {
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  const Color attacker = GENERATE(Color::black, Color::white);
  const std::uint32_t per_block = GENERATE(1u, 10u, 1'000u);
  CAPTURE(size, attacker, per_block);
  const auto seed = static_cast<unsigned>(size);
  check_round_trip(random_proof(seed, RuleSet::standard, size, attacker, 100).records, per_block);
  check_round_trip(random_strategy(seed, size, attacker, 300).records, per_block);
}

TEST_CASE("one proof in both codings is one proof", "[format][mixed]") {
  const Proof proof = random_strategy(4, 15, Color::white, 2'000);
  const auto plain = fvp_bytes(proof).value();
  const auto small = fvp_bytes(proof, default_producer, mixed).value();
  CHECK(small.size() < plain.size());
  const auto from_plain = read_fvp(plain), from_small = read_fvp(small);
  REQUIRE((from_plain.ok() && from_small.ok()));
  CHECK(difference(from_plain.value(), from_small.value()).empty());
  CHECK(content_hash(from_plain.value()) == content_hash(from_small.value()));
  CHECK(from_plain.value().coding == FvpCoding::walks);
  CHECK(from_small.value().coding == mixed);
  CHECK(read_fvp_header(small).value().coding == mixed);
  CHECK(fvp_bytes(from_small.value(), default_producer, mixed).value() == small);
  CHECK(fvp_bytes(from_small.value()).value() == plain);
}

TEST_CASE("a whole game survives a mixed walk and becomes smaller", "[format][mixed]") {
  const auto proof = read_fvp_file(FIVEPROOF_PROOFS "/freestyle15.fvp");
  REQUIRE(proof.ok());
  const RecordTable& records = proof.value().records;
  check_round_trip(records, 262'144);
  std::size_t bytes = 0;
  for (const EncodedBlock& block : encoded_blocks(records, 262'144, mixed)) bytes += block.bytes.size();
  CHECK(static_cast<double>(bytes) < 0.42 * static_cast<double>(records.count()));
}

TEST_CASE("damaged mixed blocks end", "[format][mixed]") {
  std::mt19937 random(5);
  const int size = GENERATE(5, 15, 20);
  const auto blocks = encoded_blocks(random_strategy(3, size, Color::black, 400).records, 200, mixed);
  int refused = 0;
  for (int n = 0; n < 600; ++n) {
    EncodedBlock block = blocks[random() % blocks.size()];
    if (n % 3 == 0) block.bytes.resize(random() % block.bytes.size());
    for (unsigned k = random() % 4; k > 0 && !block.bytes.empty(); --k)
      block.bytes[random() % block.bytes.size()] ^= static_cast<std::uint8_t>(1u << (random() % 8));
    if (n % 5 == 0) block.count = 1 + static_cast<std::uint32_t>(random() % 2'000);
    if (const auto error = error_of(block.bytes, size, block.count)) {
      REQUIRE(error->code == ErrorCode::malformed);
      ++refused;
    }
  }
  CHECK(refused > 150);
}

TEST_CASE("noise ends in a mixed walk", "[format][mixed]") {
  std::mt19937 random(6);
  for (int n = 0; n < 150; ++n) {
    std::vector<std::uint8_t> bytes(random() % 300);
    for (auto& byte : bytes)
      byte = static_cast<std::uint8_t>(n % 2 ? random() : random() % 3 ? 0xFF : random());
    (void)error_of(bytes, 5 + static_cast<int>(random() % 16), 3'000);
  }
}

TEST_CASE("no other bytes say what a mixed block says", "[format][mixed]") {
  const EncodedBlock block =
      encoded_blocks(random_strategy(7, 9, Color::black, 60).records, 60, mixed).front();
  REQUIRE_FALSE(error_of(block.bytes, 9, block.count));
  const auto whole = entries_of(block.bytes, 9, block.count);
  for (std::size_t length = 0; length < block.bytes.size(); ++length) {
    CAPTURE(length);
    // A part may say something else.
    const auto part = std::span(block.bytes).first(length);
    CHECK((error_of(part, 9, block.count) || entries_of(part, 9, block.count) != whole));
  }
  for (const int more : {0, 1, 255}) {
    auto longer = block.bytes;
    longer.push_back(static_cast<std::uint8_t>(more));
    CHECK(error_of(longer, 9, block.count));
  }
  CHECK(error_of(block.bytes, 9, block.count - 1));
  CHECK(error_of(block.bytes, 9, block.count + 1));
}

TEST_CASE("a mixed file cut anywhere, or with a bit turned, is refused", "[format][mixed]") {
  const auto file = fvp_bytes(random_strategy(2, 9, Color::white, 50), default_producer, mixed).value();
  for (std::size_t length = 0; length < file.size(); ++length)
    REQUIRE_FALSE(read_fvp(std::span(file).first(length)).ok());
  for (std::size_t at = 0; at < file.size(); ++at) {
    auto other = file;
    other[at] ^= static_cast<std::uint8_t>(1u << (at % 8));
    REQUIRE_FALSE(read_fvp(other).ok());
  }
}

TEST_CASE("a move onto a stone survives a mixed walk", "[format][mixed]") {
  Proof proof(RuleSet::standard, 9, Color::black);
  Proof some = random_proof(9, RuleSet::standard, 9, Color::black, 40);
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
  check_round_trip(proof.records, 100);
}

TEST_CASE("what a line lets a colour reach", "[format][mixed]") {
  using walk::reach_of;
  CHECK(reach_of(line_of("oo...oo.."), walk::attacker) == 0);
  CHECK(reach_of(line_of("........."), walk::attacker) == 1);
  CHECK(reach_of(line_of("........."), walk::defender) == 1);
  CHECK(reach_of(line_of("####.#..."), walk::attacker) == 0);
  CHECK(reach_of(line_of("####....."), walk::attacker) == 1);
  CHECK(reach_of(line_of("...x....."), walk::attacker) == 4);  // one stone, in four windows
  CHECK(reach_of(line_of("x........"), walk::attacker) == 2);  // in one window
  CHECK(reach_of(line_of("o..x....#"), walk::attacker) == 4);  // in three
  CHECK(reach_of(line_of("oxxx....."), walk::attacker) == 2 + 3 * 2);
  CHECK(reach_of(line_of("xxxx.oooo"), walk::attacker) == 2 + 3 * 3);
  CHECK(reach_of(line_of("xxxx.oooo"), walk::defender) == 2 + 3 * 3);
}

TEST_CASE("a shape is the same however the board is turned", "[format][mixed]") {
  const auto same = [](const walk::Shape& a, const walk::Shape& b) {
    return a.four == b.four && a.three == b.three && a.two == b.two && a.attack == b.attack &&
           a.defence == b.defence;
  };
  std::mt19937 random(3);
  const int size = 9, most = size - 1;
  walk::Board board(size), turned(size), mirrored(size);
  for (int n = 0; n < 30; ++n) {
    const int x = static_cast<int>(random() % size), y = static_cast<int>(random() % size);
    const auto cell = n % 2 ? walk::attacker : walk::defender;
    board.put(x * size + y, cell);
    turned.put(y * size + (most - x), cell);
    mirrored.put((most - x) * size + y, cell);
  }
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y) {
      const auto shape = shape_of(board, x * size + y);
      CHECK(same(shape, shape_of(turned, y * size + (most - x))));
      CHECK(same(shape, shape_of(mirrored, (most - x) * size + y)));
    }
}

TEST_CASE("the logistic function rises, and the other undoes it", "[format][mixed]") {
  CHECK(logistic.squash(0) == 32768);
  CHECK(logistic.squash(256) == 47916);  // 65536 / (1 + 1/e) is 47,911
  for (int x = -Logistic::most; x < Logistic::most; ++x) {
    REQUIRE(logistic.squash(x) <= logistic.squash(x + 1));
    REQUIRE(logistic.squash(x) + logistic.squash(-x) == 65536);
  }
  for (std::uint32_t p = 1; p < 4096; ++p) {
    REQUIRE(logistic.stretch(p - 1) <= logistic.stretch(p));
    REQUIRE(std::abs(static_cast<int>(logistic.squash(logistic.stretch(p))) - static_cast<int>(p * 16 + 8)) <
            72);
  }
}

TEST_CASE("a mixer finds the context that tells", "[format][mixed]") {
  std::mt19937 random(1);
  Mixer mixer(16, 2);
  BitEncoder encoder;
  for (int n = 0; n < 20'000; ++n) {
    const auto telling = static_cast<unsigned>(random() % 100), noise = static_cast<unsigned>(random() % 100);
    mixer.code(encoder, std::array{hash_of(0, noise), hash_of(1, telling), hash_of(2)}, 0, 1,
               (telling * 7 + telling / 3) % 2 != 0);
  }
  CHECK(encoder.finish().size() < 20'000 / 8 / 10);
}
