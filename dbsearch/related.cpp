#include "dbsearch/related.hpp"

#include <bit>

#include "dbsearch/neighbours.hpp"

namespace fiveproof::dbsearch {
namespace {

/// Visits the empty squares of all windows in which the defender has `least` stones and the attacker none.
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

}  // namespace

SquareSet needed_squares(std::span<const Threat> sequence, int size) {
  SquareSet needed;
  for (const Threat& threat : sequence)
    needed |= threat.squares(static_cast<Threat::Mask>(threat.line & ~threat.rest), size);
  return needed;
}

SquareSet required_stones(std::span<const Threat> sequence, int size) {
  SquareSet required;
  SquareSet gained;
  for (const Threat& threat : sequence) {
    required |= threat.squares(threat.rest, size) - gained;
    gained.insert(threat.gain);
  }
  return required;
}

SquareSet related_squares(const Field& field, std::span<const Threat> sequence, int size) {
  SquareSet related;
  LineBoard board = field.board();
  for (const Threat& threat : sequence) {
    related |= threat.squares(static_cast<Threat::Mask>(threat.line | threat.extension), size);
    for (Square s : threat.squares(threat.cost, size))
      if (board.is_empty(s)) board.put(Field::defender, s);
  }
  // The fours that the defender may make on the way become stones, and so do those which these make possible.
  for (bool grew = true; grew;) {
    SquareSet fours;
    for_each_window_square(board, 3, [&](Square s) { fours.insert(s); });
    for (Square s : fours) board.put(Field::defender, s);
    grew = !fours.empty();
  }
  // Related are the squares that became stones above and those in a window with two stones.
  for_each_window_square(board, 2, [&](Square s) { related.insert(s); });
  for (int d = 0; d < direction_count; ++d)
    for (int line = 0; line < lines_per_direction; ++line) {
      const Neighbourhood grown = board.line(Field::defender, d, line);
      std::uint32_t added = grown.own & ~field.board().line(Field::defender, d, line).own;
      for (; added != 0; added &= added - 1)
        related.insert(square_on_line(d, line, std::countr_zero(added) - Threat::center));
    }
  return related;
}

}  // namespace fiveproof::dbsearch
