// Writes the canonical form of a position and a move as bytes.
#pragma once

#include <optional>
#include <span>

#include "game/position.hpp"
#include "proof/records/image_board.hpp"

namespace fiveproof {

/// Writes the entry for the canonical form of `position`, with the smallest image of `move` under the
/// symmetries that lead there, and returns one of these symmetries. require: out.size() ==
/// entry_bytes(position.size()); `move`, if any, is on the board.
Symmetry write_canonical_entry(const Position& position, std::optional<Square> move,
                               std::span<std::uint8_t> out);

}  // namespace fiveproof
