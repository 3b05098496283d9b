#include "game/packed_position.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/game/positions.hpp"

using namespace fiveproof;
using fiveproof::test::position;
using fiveproof::test::random_position;
using fiveproof::test::square;

TEST_CASE("five squares go into a byte, the last one may be short", "[game][packed]") {
  CHECK(packed_bytes(5) == 5);
  CHECK(packed_bytes(6) == 8);
  CHECK(packed_bytes(7) == 10);
  CHECK(packed_bytes(15) == 45);
  CHECK(packed_bytes(19) == 73);
  CHECK(packed_bytes(20) == 80);
}

TEST_CASE("the bytes are those of the header", "[game][packed]") {
  CHECK(pack(Position(5)) == std::vector<std::uint8_t>{0, 0, 0, 0, 0});
  CHECK(pack(position("a1", "", 5)) == std::vector<std::uint8_t>{81, 0, 0, 0, 0});
  CHECK(pack(position("", "a1", 5)) == std::vector<std::uint8_t>{162, 0, 0, 0, 0});
  CHECK(pack(position("a2 a5", "a3 e5", 5)) == std::vector<std::uint8_t>{27 + 18 + 1, 0, 0, 0, 2});
  CHECK(pack(position("", "b1 b2 b3 b4 b5", 5)) == std::vector<std::uint8_t>{0, 242, 0, 0, 0});
  // 6x6: 36 squares, so that the last byte holds one square and four zero digits.
  CHECK(pack(position("", "f6", 6)) == std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 0, 162});
}

TEST_CASE("a position is unpacked as it was packed", "[game][packed]") {
  std::mt19937 random(8);
  for (int size = min_board_size; size <= max_board_size; ++size)
    for (int percent : {0, 3, 30, 100}) {
      const Position p = random_position(size, percent, random);
      const auto bytes = pack(p);
      CHECK(bytes.size() == packed_bytes(size));
      const auto back = unpack(bytes, size, p.to_move());
      REQUIRE(back.ok());
      CHECK((back.value() == p));
      std::vector<std::uint8_t> filled(packed_bytes(size), 0xff);
      pack(p, filled);
      CHECK(filled == bytes);
    }
}

TEST_CASE("bytes are ordered as canonical positions are", "[game][packed]") {
  std::mt19937 random(9);
  for (int size : {5, 6, 15}) {
    std::vector<Position> positions;
    for (int i = 0; i < 60; ++i) {
      positions.push_back(random_position(size, i % 7 * 2, random));
      positions.back().set_to_move(Color::black);
    }
    for (const Position& a : positions) {
      for (const Position& b : positions)
        if ((pack(a) < pack(b)) != position_less(a, b)) FAIL(diagram(a) << diagram(b));
      const auto smallest = pack(canonical_form(a).position);
      for (int i = 0; i < Symmetry::count; ++i)
        if (pack(Symmetry(i).apply(a)) < smallest) FAIL(diagram(a));
    }
  }
  SUCCEED();
}

TEST_CASE("a byte is at most 242", "[game][packed]") {
  for (std::size_t place = 0; place < packed_bytes(5); ++place)
    for (int value = 0; value < 256; ++value) {
      std::vector<std::uint8_t> bytes(packed_bytes(5), 0);
      bytes[place] = static_cast<std::uint8_t>(value);
      const auto p = unpack(bytes, 5, Color::black);
      if (p.ok() != (value <= 242)) FAIL("byte " << place << " = " << value);
      if (!p.ok()) CHECK(p.error().code == ErrorCode::malformed);
      if (p.ok() && pack(p.value()) != bytes)
        FAIL("byte " << place << " = " << value << " does not come back");
    }
}

TEST_CASE("digits beyond the board are zero", "[game][packed]") {
  for (int size = min_board_size; size <= max_board_size; ++size) {
    const int squares_in_last = (size * size - 1) % 5 + 1;
    for (int value = 0; value <= 242; ++value) {
      std::vector<std::uint8_t> bytes(packed_bytes(size), 0);
      bytes.back() = static_cast<std::uint8_t>(value);
      int unit = 1;  // the weight of the last digit on the board
      for (int i = squares_in_last; i < 5; ++i) unit *= 3;
      const auto p = unpack(bytes, size, Color::white);
      if (p.ok() != (value % unit == 0)) FAIL("size " << size << ", last byte " << value);
      if (!p.ok()) CHECK(p.error().code == ErrorCode::malformed);
    }
  }
}

TEST_CASE("dense indices count the board's squares in order", "[game][packed]") {
  for (int size = min_board_size; size <= max_board_size; ++size) {
    int expected = 0;
    for (Square s : SquareSet::whole_board(size)) {
      if (dense_index(s, size) != expected) FAIL(to_text(s));
      if (from_dense_index(expected, size) != s) FAIL(to_text(s));
      ++expected;
    }
    CHECK(expected == size * size);
  }
}
