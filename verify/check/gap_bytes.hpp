// Gaps and positions as bytes, for journals and for what is sorted: numbers are big-endian, so that bytes
// compare as the numbers do.
#pragma once

#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "game/packed_position.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::verify {

inline constexpr std::size_t gap_bytes = 8;
inline constexpr std::uint64_t no_square = 0xFFFF;

/// Appends node 4, kind 1, square 2 (0xFFFF: none), limit 1.
inline void put_gap(std::vector<std::uint8_t>& out, const RawGap& gap) {
  put_number(out, gap.node, 4);
  put_number(out, static_cast<std::uint64_t>(gap.kind), 1);
  put_number(out, gap.square ? static_cast<std::uint64_t>(gap.square->number()) : no_square, 2);
  put_number(out, gap.limit ? 1 : 0, 1);
}

/// Takes what put_gap() appended. Nothing: these bytes, which may come from a file, are no gap.
[[nodiscard]] inline std::optional<RawGap> take_gap(ByteReader& in) {
  RawGap gap;
  gap.node = static_cast<NodeId>(in.number(4));
  const auto kind = in.number(1), square = in.number(2), limit = in.number(1);
  const bool is_square = square < static_cast<std::uint64_t>(Square::count);
  if (kind >= gap_kind_count || (square != no_square && !is_square) || limit > 1) return std::nullopt;
  gap.kind = static_cast<GapKind>(kind);
  if (is_square) gap.square = Square::from_number(static_cast<int>(square));
  gap.limit = limit == 1;
  return gap;
}

[[nodiscard]] constexpr std::size_t position_bytes(int size) { return packed_bytes(size) + 3; }

/// Appends stones 2, packed position, side to move 1.
inline void put_position(std::vector<std::uint8_t>& out, const Position& position) {
  put_number(out, static_cast<std::uint64_t>(position.stone_count()), 2);
  const auto packed = pack(position);
  out.insert(out.end(), packed.begin(), packed.end());
  put_number(out, static_cast<std::uint64_t>(index_of(position.to_move())), 1);
}

}  // namespace fiveproof::verify
