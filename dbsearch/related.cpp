#include "dbsearch/related.hpp"

#include "dbsearch/window_squares.hpp"

namespace fiveproof::dbsearch {
namespace {

/// Makes stones of the fours that the defender could make, of both their squares, and so of those that these
/// make possible. Returns the squares that became stones.
SquareSet put_all_fours(LineBoard& board) {
  SquareSet all;
  for (;;) {
    SquareSet fours;
    for_each_window_square(board, 3, [&](Square s) { fours.insert(s); });
    if (fours.empty()) return all;
    for (Square s : fours) board.put(Field::defender, s);
    all |= fours;
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
  related |= put_all_fours(board);
  for_each_window_square(board, 2, [&](Square s) { related.insert(s); });
  return related;
}

}  // namespace fiveproof::dbsearch
