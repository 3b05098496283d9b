// Positions for the tests of game/.
#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "game/notation.hpp"
#include "game/position.hpp"

namespace fiveproof::test {

inline std::vector<Square> squares(std::string_view text, int size = 15) {
  auto result = parse_squares(text, size);
  FIVEPROOF_ENSURE(result.ok());
  return result.value();
}

inline Square square(std::string_view text) {
  auto result = parse_square(text, max_board_size);
  FIVEPROOF_ENSURE(result.ok());
  return result.value();
}

inline Position position(std::string_view black, std::string_view white, int size = 15,
                         Color to_move = Color::black) {
  auto result = position_of(squares(black, size), squares(white, size), to_move, size);
  FIVEPROOF_ENSURE(result.ok());
  return result.value();
}

/// Every square holds a stone with chance `percent`, of either colour; same seed, same position.
inline Position random_position(int size, int percent, std::mt19937& random) {
  Position p(size);
  for (Square s : SquareSet::whole_board(size))
    if (static_cast<int>(random() % 100) < percent) p.put(random() % 2 == 0 ? Color::black : Color::white, s);
  p.set_to_move(random() % 2 == 0 ? Color::black : Color::white);
  return p;
}

/// Positions without a symmetry of their own, on boards of several sizes, odd and even.
inline std::vector<Position> asymmetric_positions() {
  return {
      position("a1 b1", "a3", 5),
      position("h8", "i10", 15),
      position("h8 h9 i8", "a2 g7", 15, Color::white),
      position("b1", "", 15),
      position("o15 c2", "h8 a2", 15),
      position("a1 c2 f6", "b1 e5", 6, Color::white),
      position("t20 a2", "k1 b7", 20),
      position("j10", "k12", 20, Color::white),
  };
}

}  // namespace fiveproof::test
