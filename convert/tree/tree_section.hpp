// A tree as the content of a section of .fvp (kind 2, annotations of the source): spec/format.md, section 14.
//
//   head       version, board size, which columns there are, source, number of nodes, facts
//   digest     of the tree
//   answers    bits, coded by what was told before (TreeModel, NoteModel)
//
// The bytes follow from the tree and from nothing else; a real library takes an eighth to a third of a byte a
// node, less than xz makes of it. Whatever the bytes are, the reader returns the tree that was written or an
// error, and what it takes is bounded by the limits: memory grows with the nodes that were told, time with
// the number of nodes in the head.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "convert/tree/game_tree.hpp"

namespace fiveproof::convert {

/// spec/format.md, section 7.
inline constexpr std::uint32_t tree_section_kind = 2;

struct TreeSectionLimits {
  /// Each takes five bytes of memory while they are read, and three afterwards.
  std::uint64_t max_nodes = std::uint64_t{1} << 26;
  /// Of texts that differ, together.
  std::uint64_t max_text_bytes = std::uint64_t{256} << 20;
};

/// ErrorCode::unsupported for a tree that no section can hold: names above 255 bytes, 65,536 facts, values of
/// 4 GiB.
[[nodiscard]] Result<std::vector<std::uint8_t>> encode_tree(const GameTree& tree);

/// ErrorCode::malformed, ErrorCode::unsupported for another version, ErrorCode::limit beyond the limits. The
/// offset is that within the section; of what the answers say wrong, where they begin, and the text names the
/// node.
[[nodiscard]] Result<GameTree> decode_tree(std::span<const std::uint8_t> bytes,
                                           const TreeSectionLimits& limits = {});

}  // namespace fiveproof::convert
