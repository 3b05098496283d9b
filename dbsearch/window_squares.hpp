// The squares of windows that are the defender's alone.
#pragma once

#include <bit>

#include "dbsearch/field.hpp"
#include "dbsearch/neighbours.hpp"

namespace fiveproof::dbsearch {

/// Visits the empty squares of all windows in which the defender has `least` stones (2, 3 or 4) and the
/// attacker none.
template <class Visit>
void for_each_window_square(const LineBoard& board, int least, Visit visit) {
  for (int d = 0; d < direction_count; ++d)
    for (int line = 0; line < lines_per_direction; ++line) {
      const Neighbourhood words = board.line(Field::defender, d, line);
      if ((words.own & (words.own - 1)) == 0) continue;  // fewer than two stones
      std::uint32_t squares = steps_in(windows_with(words.own, words.blocked, least)) & ~words.own;
      for (; squares != 0; squares &= squares - 1)
        visit(square_on_line(d, line, std::countr_zero(squares) - Threat::center));
    }
}

}  // namespace fiveproof::dbsearch
