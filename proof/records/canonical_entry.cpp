#include "proof/records/canonical_entry.hpp"

namespace fiveproof {

Symmetry write_canonical_entry(const Position& position, std::optional<Square> move,
                               std::span<std::uint8_t> out) {
  const int size = position.size();
  FIVEPROOF_ENSURE(!move || move->is_on_board(size));
  ImageBoard board(size);
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) board.put(c, dense_index(s, size));
  return board.write_entry(move ? static_cast<std::uint16_t>(dense_index(*move, size)) : no_move, out);
}

}  // namespace fiveproof
