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
// and `tail` and the SourceBits do (renlib.cpp says how).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/tree/game_tree.hpp"

namespace fiveproof::convert {

inline constexpr int renlib_board_size = 15;
/// GameTree::source() of a tree that was read from a library.
inline constexpr std::string_view renlib_source = "renlib";

/// What is unusual in a library, though it can be read.
enum class RenlibOddity : std::uint8_t {
  no_header,     ///< a file of the oldest kind
  short_file,    ///< without header and below 20 bytes: RenLib refuses it
  header_bytes,  ///< of bytes 10 to 19 one is not FF
  no_nodes,
  pass_without_root,  ///< RenLib takes it for the root: the colours after it change
  sibling_of_root,
  partial_save,  ///< a line from which the rest was left out
  cut_short,     ///< ends where a node must follow, and was kept all the same
  after_end,     ///< a node after the last leaf
  odd_tail,      ///< one byte after the last node
  old_comment,
  both_comments,      ///< flags for an old comment and a comment: there is an old one
  text_padding,       ///< a byte other than 00 after the end of a text
  unknown_extension,  ///< bits of the extension that have no known meaning
  empty_extension,    ///< an extension that says nothing
  several_starts,
  no_move_with_child,
  equal_siblings,  ///< RenLib makes one of them
  deep_line,       ///< more than 225 nodes: RenLib stops there
};
inline constexpr std::size_t renlib_oddities = 19;

/// What is odd, in a few words.
[[nodiscard]] std::string_view text_of(RenlibOddity oddity);

struct RenlibFinding {
  RenlibOddity oddity;
  std::uint64_t offset;

  bool operator==(const RenlibFinding&) const = default;
};

struct RenlibOptions {
  /// Take what there is of a file that was cut behind a whole node.
  bool keep_cut = false;
  /// That are listed; all are counted.
  std::size_t max_oddities = 10'000;
  std::uint64_t max_nodes = std::uint64_t{1} << 28;
};

struct RenlibReading {
  GameTree tree;
  /// By offset, but for those of the file's end.
  std::vector<RenlibFinding> oddities;
  /// How often each was met, by its number.
  std::array<std::uint64_t, renlib_oddities> counts{};

  [[nodiscard]] std::uint64_t count(RenlibOddity oddity) const {
    return counts[static_cast<std::size_t>(oddity)];
  }
};

/// ErrorCode::malformed, with the byte offset, for what is no library or ends within a node;
/// ErrorCode::unsupported for a version after 3.4; ErrorCode::limit beyond `max_nodes` or 4 GiB.
[[nodiscard]] Result<RenlibReading> read_renlib(std::span<const std::uint8_t> bytes,
                                                const RenlibOptions& options = {},
                                                const std::string& file_name = {});

/// A tree as a library.
struct RenlibWriting {
  std::vector<std::uint8_t> bytes;
  std::vector<std::string> losses = {};  ///< what the tree says and a library cannot; one line each
};

/// The same bytes as before for a tree that was read from a library. Any other gets a header 3.0 when it
/// begins with h8 alone, without a root that says anything and without a pass; else 3.4 and a root. Siblings
/// come in the order of their points, as RenLib expects; texts end before a 00, and what follows is a loss.
///
/// ErrorCode::unsupported for another board than 15x15, and for nodes without a move that are not the root;
/// ErrorCode::malformed for a tree that says it came from a library, but contradicts itself.
[[nodiscard]] Result<RenlibWriting> write_renlib(const GameTree& tree);

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

/// An old comment as UTF-8: the high bit of its last byte left out, and } { | ] [ \ as the letters that they
/// stood for.
[[nodiscard]] std::string decode_old_comment(std::span<const std::uint8_t> text);

}  // namespace fiveproof::convert
