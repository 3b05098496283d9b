// The bytes of a library, for reader and writer alike: flags, points, and what the tree does not say.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "convert/renlib/renlib.hpp"

namespace fiveproof::convert::renlib {

inline constexpr std::array<std::uint8_t, 8> magic = {0xFF, 'R', 'e', 'n', 'L', 'i', 'b', 0xFF};
inline constexpr std::size_t header_bytes = 20;
inline constexpr int newest_version = 304;
/// Of the version from which on a tree has a root.
inline constexpr std::uint8_t minor_with_root = 4;
/// The header behind the magic as RenLib writes it: the version, 3 and `minor`, and what says nothing.
constexpr std::array<std::uint8_t, header_bytes - magic.size()> header_of(std::uint8_t minor) {
  std::array<std::uint8_t, header_bytes - magic.size()> header{};
  header.fill(0xFF);
  header[0] = 3;
  header[1] = minor;
  return header;
}
inline constexpr std::uint8_t h8 = 0x78;
inline constexpr std::size_t deepest_line = 225;

enum Flag : std::uint8_t {
  sibling_flag = 0x80,
  leaf_flag = 0x40,
  old_comment_flag = 0x20,
  mark_flag = 0x10,
  comment_flag = 0x08,
  start_flag = 0x04,
  no_move_flag = 0x02,
  extension_flag = 0x01,
};
inline constexpr std::uint16_t board_text_extension = 1;

// The facts of a library: header_fact has the bytes of the header behind the magic, if there is a header,
// tail_fact an odd last byte.

// SourceBits: in what the file differs from what the tree demands.
//   0-7    flags, xor
//   8-23   extension, xor
//   24-31  byte after the end of the comment, of either kind
//   32-39  byte after the end of the board text
struct Difference {
  std::uint8_t flags = 0;
  std::uint16_t extension = 0;
  std::uint8_t after_comment = 0;
  std::uint8_t after_board_text = 0;

  [[nodiscard]] static Difference of(std::uint64_t bits) {
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint16_t>(bits >> 8),
            static_cast<std::uint8_t>(bits >> 24), static_cast<std::uint8_t>(bits >> 32)};
  }
  [[nodiscard]] std::uint64_t bits() const {
    return flags | std::uint64_t{extension} << 8 | std::uint64_t{after_comment} << 24 |
           std::uint64_t{after_board_text} << 32;
  }
};

constexpr std::uint8_t author_bits_of(std::uint8_t flags) {
  return static_cast<std::uint8_t>((flags & mark_flag ? is_marked : 0) | (flags & start_flag ? is_start : 0) |
                                   (flags & no_move_flag ? is_text_only : 0));
}

/// Flags without an extension.
constexpr std::uint8_t flags_of(std::uint8_t bits) {
  return static_cast<std::uint8_t>((bits & has_sibling ? sibling_flag : 0) |
                                   (bits & has_child ? 0 : leaf_flag) | (bits & is_marked ? mark_flag : 0) |
                                   (bits & is_start ? start_flag : 0) |
                                   (bits & is_text_only ? no_move_flag : 0));
}

// Rows are counted from the top, both from 1.
constexpr bool is_point(std::uint8_t byte) { return (byte & 0x0F) != 0 && byte < 0xF0; }
constexpr TreeMove move_of_point(std::uint8_t byte) {
  return TreeMove::at(Square((byte & 0x0F) - 1, renlib_board_size - 1 - (byte >> 4)), renlib_board_size);
}
constexpr std::uint8_t point_of(TreeMove move) {
  if (!move.is_square()) return 0;
  const Square square = move.square(renlib_board_size);
  return static_cast<std::uint8_t>((renlib_board_size - 1 - square.row()) << 4 | (square.column() + 1));
}
static_assert(point_of(move_of_point(0x01)) == 0x01 && point_of(move_of_point(0xEF)) == 0xEF);
static_assert(move_of_point(0x01).square(15) == Square(0, 14) &&
              move_of_point(0x69).square(15) == Square(8, 8));

}  // namespace fiveproof::convert::renlib
