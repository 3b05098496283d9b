// Coding 2 of .fvp, and what it is made of. Its blocks are tested together with those of coding 1
// (block_coder_test.cpp).
#include <catch2/catch.hpp>
#include <random>

#include "format/coding/bit_coder.hpp"
#include "format/coding/mixer.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/walk/walk_shape.hpp"
#include "samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

constexpr FvpCoding mixed = FvpCoding::mixed_walks;

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

TEST_CASE("one proof in both codings is one proof", "[format][mixed]") {
  const Proof proof = random_strategy(4, 15, Color::white, 2'000);
  const auto plain = fvp_bytes(proof).value();
  const auto small = fvp_bytes(proof, default_producer, mixed).value();
  CHECK(small.size() < plain.size());
  const auto from_plain = read_fvp(plain), from_small = read_fvp(small);
  REQUIRE((from_plain.ok() && from_small.ok()));
  CHECK(difference(from_plain.value(), from_small.value()).empty());
  CHECK(content_hash(from_plain.value()) == content_hash(from_small.value()));
  CHECK(from_plain.value().coding == name_of(default_coding));
  CHECK(from_small.value().coding == name_of(mixed));
  CHECK(read_fvp_header(small).value().coding == mixed);
  CHECK(fvp_bytes(from_small.value(), default_producer, mixed).value() == small);
  CHECK(fvp_bytes(from_small.value()).value() == plain);
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
