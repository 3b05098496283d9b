#include "dbsearch/field.hpp"

#include <bit>

namespace fiveproof::dbsearch {

Square square_on_line(int direction, int line, int place) {
  switch (direction) {
    case 0:
      return Square(place, line);
    case 1:
      return Square(line, place);
    case 2:
      return Square(place, place - (line - (max_board_size - 1)));
    default:
      return Square(place, line - place);
  }
}

void Field::note_windows(Square s) {
  const TieTable& ties = TieTable::instance();
  const SquareLines& lines = square_lines()[static_cast<std::size_t>(s.number())];
  for (int d = 0; d < direction_count; ++d) {
    const auto n = board_.around(defender, s, d);
    if (ties.at(n.own, n.blocked).fullest_window < 3) continue;
    const auto at = static_cast<std::size_t>(d);
    for (int start = Threat::center - 4; start <= Threat::center; ++start) {
      // A window with more than three stones held three before this one and is noted already.
      if ((n.blocked >> start & 31u) != 0 || std::popcount(n.own >> start & 31u) != 3) continue;
      if (window_count_ == max_windows) {
        overflowed_ = true;
        return;
      }
      windows_[static_cast<std::size_t>(window_count_++)] = {
          static_cast<std::uint8_t>(d), lines.line[at],
          static_cast<std::uint8_t>(lines.place[at] + start - Threat::center)};
    }
  }
}

std::pair<Square, Square> Field::two_empties(const Window& w) const {
  const auto line = board_.line(defender, w.direction, w.line);
  const std::uint32_t free = ~(line.own >> (w.low + Threat::center)) & 31u;
  const int first = std::countr_zero(free);
  const int second = std::countr_zero(free & (free - 1));
  return {square_on_line(w.direction, w.line, w.low + first),
          square_on_line(w.direction, w.line, w.low + second)};
}

SquareSet Field::squares_of_windows() const {
  SquareSet found;
  for (int i = 0; i < window_count_; ++i) {
    const Window& w = windows_[static_cast<std::size_t>(i)];
    for (int k = 0; k < 5; ++k) found.insert(square_on_line(w.direction, w.line, w.low + k));
  }
  return found;
}

SquareSet Field::defender_five_squares() const {
  SquareSet found;
  for (int i = 0; i < window_count_; ++i) {
    const Window& w = windows_[static_cast<std::size_t>(i)];
    const int stones = stones_in(w);
    if (stones < 4) continue;
    const auto line = board_.line(defender, w.direction, w.line);
    for (int k = 0; k < 5; ++k)
      if (stones == 5 || (line.own >> (w.low + k + Threat::center) & 1) == 0)
        found.insert(square_on_line(w.direction, w.line, w.low + k));
  }
  return found;
}

}  // namespace fiveproof::dbsearch
