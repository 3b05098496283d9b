#include "dbsearch/field.hpp"

#include <bit>

namespace fiveproof::dbsearch {

template <int most_windows>
void FieldOf<most_windows>::note_windows(Square s) {
  const SquareLines& lines = square_lines[static_cast<std::size_t>(s.number())];
  for (int d = 0; d < direction_count; ++d) {
    const auto n = board_.around(defender, s, d);
    const std::uint32_t others = n.own & 0x7BCu;  // the stones within four squares
    if ((others & (others - 1)) == 0) continue;   // fewer than two of them
    const auto at = static_cast<std::size_t>(d);
    // A window with more than three stones held three before this one and is noted already.
    for (std::uint32_t windows = ties_->at(n.own, n.blocked).windows_of_three; windows != 0;
         windows &= windows - 1) {
      if (window_count_ == max_windows) {
        overflowed_ = true;
        return;
      }
      windows_[static_cast<std::size_t>(window_count_++)] = {
          static_cast<std::uint8_t>(d), lines.line[at],
          static_cast<std::uint8_t>(lines.place[at] + std::countr_zero(windows) - 4)};
    }
  }
}

template <int most_windows>
std::pair<Square, Square> FieldOf<most_windows>::two_empties(const Window& w) const {
  const auto line = board_.line(defender, w.direction, w.line);
  const std::uint32_t free = ~(line.own >> (w.low + Threat::center)) & 31u;
  const int first = std::countr_zero(free);
  const int second = std::countr_zero(free & (free - 1));
  return {square_on_line(w.direction, w.line, w.low + first),
          square_on_line(w.direction, w.line, w.low + second)};
}

template <int most_windows>
SquareSet FieldOf<most_windows>::squares_with_three() const {
  SquareSet found;
  for (int i = 0; i < window_count_; ++i) {
    const Window& w = windows_[static_cast<std::size_t>(i)];
    if (stones_in(w) < 3) continue;
    const auto line = board_.line(defender, w.direction, w.line);
    for (std::uint32_t free = ~(line.own >> (w.low + Threat::center)) & 31u; free != 0; free &= free - 1)
      found.insert(square_on_line(w.direction, w.line, w.low + std::countr_zero(free)));
  }
  return found;
}

template <int most_windows>
SquareSet FieldOf<most_windows>::squares_of_windows() const {
  SquareSet found;
  for (int i = 0; i < window_count_; ++i) {
    const Window& w = windows_[static_cast<std::size_t>(i)];
    for (int k = 0; k < 5; ++k) found.insert(square_on_line(w.direction, w.line, w.low + k));
  }
  return found;
}

template <int most_windows>
bool FieldOf<most_windows>::defender_has_five_square_besides(Square s) const {
  if (!defender_has_five_square()) return false;
  SquareSet squares = defender_five_squares();
  squares.erase(s);
  return !squares.empty();
}

template <int most_windows>
SquareSet FieldOf<most_windows>::defender_five_squares() const {
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

template class FieldOf<96>;
template class FieldOf<255>;

}  // namespace fiveproof::dbsearch
