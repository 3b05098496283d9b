// Keeps a tree in a section of .fvp (kind 2, annotations of the source): spec/format.md, section 14.
//
//   head       version, board size, columns that there are, source, number of nodes, facts
//   digest     the first 8 bytes of a SHA-256 over the head and what the tree says
//   answers    moves, shape, texts and bits, coded in view of what was told before (TreeModel, NoteModel)
//
// The bytes follow from the tree and from nothing else; a real library takes an eighth to a third of a byte
// for each node, less than xz makes of it. Whatever the bytes are, the reader returns the tree that was
// written or an error, and the limits bound what that takes: memory grows with the nodes that were told, time
// with the number of nodes in the head.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "proof/proof.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof {

/// The kind of the section: spec/format.md, section 7.
inline constexpr std::uint32_t tree_section_kind = 2;

struct TreeSectionLimits {
  /// A node takes five bytes of memory while the section is read, and three afterwards.
  std::uint64_t max_nodes = std::uint64_t{1} << 26;
  /// The different texts take at most so many bytes, together.
  std::uint64_t max_text_bytes = std::uint64_t{256} << 20;
};

/// ErrorCode::unsupported for a tree that no section can hold: with a name of more than 255 bytes, 65,536
/// facts or more, or a value of 4 GiB or more.
[[nodiscard]] Result<std::vector<std::uint8_t>> encode_tree(const GameTree& tree);

/// ErrorCode::malformed; ErrorCode::unsupported for another version; ErrorCode::limit beyond the limits. The
/// offset counts within the section; if an answer is wrong it is where the answers begin, and the text names
/// the node.
[[nodiscard]] Result<GameTree> decode_tree(std::span<const std::uint8_t> bytes,
                                           const TreeSectionLimits& limits = {});

/// The tree of a section of this kind: that which it has at hand, or decoded from its bytes.
[[nodiscard]] Result<std::shared_ptr<const GameTree>> tree_of(const Section& section,
                                                              const TreeSectionLimits& limits = {});

}  // namespace fiveproof
