// A position of known size in ceil(size * size / 5) bytes, which compare byte by byte.
//
// Each square of the board, in square order (a1, a2, ..., b1, ...), is a digit: 0 empty, 1 black,
// 2 white. Five digits make a byte in base 3, the first digit the most significant; digits missing
// in the last byte are 0. The order of bytes therefore is that of canonical_form. The side to move
// and the size are not stored.
#pragma once

#include <span>
#include <vector>

#include "game/position.hpp"

namespace fiveproof {

[[nodiscard]] constexpr std::size_t packed_bytes(int size) {
  return (static_cast<std::size_t>(size) * static_cast<std::size_t>(size) + 4) / 5;
}

/// Writes the packed position to `out`. require: out.size() == packed_bytes(position.size()).
void pack(const Position& position, std::span<std::uint8_t> out);
[[nodiscard]] std::vector<std::uint8_t> pack(const Position& position);

/// Reads a packed position. ErrorCode::malformed when a byte is over 242 or a digit
/// beyond the board is not 0.
/// require: bytes.size() == packed_bytes(size).
[[nodiscard]] Result<Position> unpack(std::span<const std::uint8_t> bytes, int size, Color to_move);

/// The place of `s` in square order on a board of `size`, in [0, size * size).
[[nodiscard]] constexpr int dense_index(Square s, int size) { return s.column() * size + s.row(); }
/// The square at that place.
[[nodiscard]] constexpr Square from_dense_index(int index, int size) {
  return Square(index / size, index % size);
}

}  // namespace fiveproof
