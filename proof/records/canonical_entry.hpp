// The canonical form of a position and a move as bytes.
#pragma once

#include <optional>
#include <span>

#include "game/position.hpp"
#include "proof/records/image_board.hpp"

namespace fiveproof {

/// Writes the entry for the canonical form of `position`, with the smallest image of `move` under the
/// symmetries that lead there. require: out.size() == entry_bytes(position.size()); `move`, if any, is on the
/// board. Returns a symmetry that leads to the canonical form.
Symmetry write_canonical_entry(const Position& position, std::optional<Square> move,
                               std::span<std::uint8_t> out);

}  // namespace fiveproof
