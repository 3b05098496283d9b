// The canonical form of a position and a move as bytes, fast.
//
// game/symmetry.hpp defines the canonical form and builds eight positions to find it. Here the same is done
// on one array of digits, because every record that is read or added passes through it; a test holds the two
// together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "game/position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {

/// "No move" in two bytes; every dense index is below 400.
inline constexpr std::uint16_t no_move = 0xFFFF;

/// Bytes of one entry: stone count (2), packed position, move (2), all big-endian, so that byte order is
/// canonical order.
[[nodiscard]] std::size_t entry_bytes(int size);

/// Writes the entry for the canonical form of `position`, with the smallest image of `move` under the
/// symmetries that lead there. require: out.size() == entry_bytes(position.size()); `move`, if any, is on the
/// board. Returns a symmetry that leads to the canonical form.
Symmetry write_canonical_entry(const Position& position, std::optional<Square> move,
                               std::span<std::uint8_t> out);

}  // namespace fiveproof
