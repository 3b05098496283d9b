// RenLib's libraries, .lib: one tree of moves on a 15x15 board, with comments and labels.
//
// A library names no rule set, no attacker, no claim and no encoding of its texts; it is read into a GameTree
// and says there what it says, nothing more. Whoever wants a proof of it brings the rest.
//
//   header   FF "RenLib" FF, major, minor, ten bytes FF. Older files begin with the node h8 instead.
//            The version decides nothing but whether we read the file at all (3.4 is the last).
//   node     point (row from the top * 16 + column, both from 1; 00: root or pass), flags,
//            [two bytes of extension] [comment] [board text]
//   flags    80 a sibling follows      40 no child           20 old comment    10 marked
//            08 comment                04 start              02 no move        01 extension
//   text     pairs of bytes up to one that holds a 00
//
// How it is read:
//
//   root         a first node without a point; any later one is a pass. RenLib drops the first node without a
//                point wherever it is, so a pass in a file without a root is an oddity.
//   shape        what follows a leaf is a sibling of the last node to which one was promised. When none was,
//                the file should end; what follows then becomes a child of that leaf, as in RenLib.
//   the end      a library that was saved "from the current position" begins with a line whose nodes have no
//                siblings, although their flags promise some: an oddity. Any other file that ends where a
//                node must follow has been cut, which is an error unless the caller keeps what there is.
//   texts        raw bytes. The byte behind the 00 of a pair is part of what is kept.
//   squares      not looked at: a move onto an occupied square is a node like any other.
//   siblings     in any order. RenLib sorts them by their points when it reads; many files do not.
//
// Whatever is accepted is written again byte for byte: what the tree itself does not say, the facts `header`
// and `tail` and the SourceBits do (convert/renlib/renlib_bytes.hpp says how).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

inline constexpr int renlib_board_size = 15;
/// GameTree::source() of a tree that was read from a library.
inline constexpr std::string_view renlib_source = "renlib";

/// ErrorCode::malformed, with the byte offset, for what is no library or ends within a node;
/// ErrorCode::unsupported for a version after 3.4; ErrorCode::limit beyond `max_nodes` or 4 GiB. Oddities
/// come by offset, but for those of the file's end.
[[nodiscard]] Result<TreeReading> read_renlib(View bytes, const TreeReadOptions& options = {});

/// The same bytes as before for a tree that was read from a library. Any other gets a header 3.0 when it
/// begins with h8 alone, without a root that says anything and without a pass; else 3.4 and a root. Siblings
/// come in the order of their points, as RenLib expects; texts end before a 00, and what follows is a loss.
///
/// A node without a move, which RenLib has only as the root, is left out, with a loss: what is below it comes
/// below the node above it, whose comment its own is added to.
///
/// ErrorCode::unsupported for another board than 15x15, and for nodes beside the root; ErrorCode::malformed
/// for a tree that says it came from a library, but contradicts itself.
[[nodiscard]] Result<TreeWriting> write_renlib(const GameTree& tree);

/// Where the nodes of a tree stand in its library. Goes one way, which makes it cheap for findings in the
/// order of the nodes.
class RenlibOffsets {
 public:
  /// require: the tree was read from a library, or from a section that holds one.
  explicit RenlibOffsets(const GameTree& tree);
  /// require: not less than the last time.
  [[nodiscard]] std::uint64_t of(NodeNumber node);

 private:
  const GameTree* tree_;
  TreeCursor cursor_;
  std::size_t reached_ = 0;   ///< nodes passed by the cursor
  std::uint64_t offset_ = 0;  ///< of the last of them
  std::uint64_t end_ = 0;     ///< behind it
};

/// Adds to a comment as RenLib parts its lines: the first from the others by 08.
void append_comment(Bytes& comment, View more);

/// An old comment as UTF-8: the high bit of its last byte left out, and } { | ] [ \ as the letters that they
/// stood for.
[[nodiscard]] std::string decode_old_comment(View text);

}  // namespace fiveproof::convert
