#include "proof/records/image_board.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "proof/records/canonical_entry.hpp"
#include "tests/format/samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

// That write_canonical_entry, which fills an ImageBoard, agrees with game/symmetry: record_table_test.cpp.
TEST_CASE("stones come and go", "[proof][images]") {
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  std::mt19937 random(static_cast<unsigned>(size));
  ImageBoard board(size);
  Position position(size);
  std::vector<std::uint8_t> entry(entry_bytes(size)), expected(entry_bytes(size));
  for (int i = 0; i < 1'000; ++i) {
    const Square s = random_square(random, size);
    const int q = dense_index(s, size);
    if (const auto stone = position.at(s)) {
      board.take(*stone, q);
      position.take(s);
    } else {
      const Color c = random() % 2 == 0 ? Color::black : Color::white;
      board.put(c, q);
      position.put(c, s);
    }
    const Square move = random_square(random, size);
    const Symmetry leads = board.write_entry(static_cast<std::uint16_t>(dense_index(move, size)), entry);
    REQUIRE(leads.number() == write_canonical_entry(position, move, expected).number());
    REQUIRE(entry == expected);
    REQUIRE(canonical_form(position).position == leads.apply(position));
    board.write_entry(no_move, entry);
    write_canonical_entry(position, std::nullopt, expected);
    REQUIRE(entry == expected);
  }
}
