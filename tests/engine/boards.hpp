// Boards and time as the tests of the engine want them.
#pragma once

#include "engine/clock.hpp"
#include "game/notation.hpp"

namespace fiveproof::engine {

inline Position board(std::string_view black, std::string_view white, Color to_move, int size = 15) {
  return position_of(parse_squares(black, size).value(), parse_squares(white, size).value(), to_move, size)
      .value();
}
inline const Thought plenty(Clock::now() + std::chrono::hours(1));

}  // namespace fiveproof::engine
