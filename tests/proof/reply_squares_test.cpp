// What ReplySquares holds against sets in a map.
#include "proof/graph/reply_squares.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "game/packed_position.hpp"
#include "game/rules.hpp"

namespace fiveproof {
namespace {

using Sets = std::map<std::size_t, SquareSet>;

/// The sets of the records [first, last) as add() wants them. Some are empty, and some are large.
std::vector<std::uint8_t> random_sets(std::mt19937& random, int size, std::size_t first, std::size_t last,
                                      Sets& expected) {
  const std::size_t each = ReplySquares(size).bytes_of_a_set();
  std::vector<std::uint8_t> bytes((last - first) * each);
  const auto squares = static_cast<unsigned>(size * size);
  for (std::size_t i = first; i < last; ++i) {
    auto wanted = random() % 3;
    if (random() % 100 == 0) wanted = 2 * squares;
    for (; wanted > 0; --wanted) {
      const auto q = static_cast<unsigned>(random() % squares);
      bytes[(i - first) * each + q / 8] |= static_cast<std::uint8_t>(1u << q % 8);
      expected[i].insert(from_dense_index(static_cast<int>(q), size));
    }
  }
  return bytes;
}

TEST_CASE("the replies of records are those that were added", "[proof]") {
  std::mt19937 random(7);
  for (const int size : {min_board_size, 15, max_board_size})
    for (const std::size_t budget : {std::size_t{0}, std::size_t{3'000}, std::size_t{1} << 30}) {
      CAPTURE(size, budget);
      ReplySquares squares(size);
      Sets expected;
      // Not in order, with none for [200, 300) and from 1000 on.
      for (const auto& [first, last] : {std::pair(300, 700), {0, 1}, {1, 200}, {700, 1000}}) {
        const auto sets = random_sets(random, size, static_cast<std::size_t>(first),
                                      static_cast<std::size_t>(last), expected);
        REQUIRE(squares.add(static_cast<std::size_t>(first), sets, {.bytes = budget}).ok());
      }
      for (std::size_t i = 0; i < 1'100; ++i) {
        CAPTURE(i);
        REQUIRE(squares.of(i) == (expected.contains(i) ? expected[i] : SquareSet()));
      }
    }
}

TEST_CASE("where nothing was added no record has replies", "[proof]") {
  CHECK(ReplySquares().of(0).empty());
  CHECK(ReplySquares(15).of(7).empty());
}

}  // namespace
}  // namespace fiveproof
