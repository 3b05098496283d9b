// Text files that give one line of moves per line of text: what files of move strings
// (convert/games/moves.hpp) and files of openings (convert/games/openings.hpp) have in common. A LineSpelling
// says how moves are spelled.
//
//   # a comment belongs to the next line of moves
//   h8 i9 g7
//   h8 i9 g9   # a comment may also stand behind the moves
//
// Each line becomes a line of the tree; its comments become the comment of the node at which it ends. The
// SourceBits of that node say which line it was and how it was written, so that a file that is written in one
// manner throughout comes back byte for byte:
//
//   bits 0-31    number of the line, from 1; a line equal to an earlier one gets no number
//   bits 32-39   the line's LineManner
//   bits 40-47   number of empty lines before the line and its comments
//
// The fact `head` keeps a byte order mark, the fact `tail` what follows the last line of moves. What is not
// kept is named as a loss: a second line that is equal to an earlier one, and any other spelling (a comment
// above an empty line, three spaces, a capital in the middle).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// How a line was written, as bits.
enum LineManner : std::uint8_t {
  own_manner = 0x07,  ///< three bits that mean what the LineSpelling says
  ends_in_cr_lf = 0x08,
  has_comment_behind = 0x10,  ///< the last line of the comment stands behind the moves, not above them
  has_no_end = 0x20,          ///< the file ends without an end of line
};

/// A line of text that was understood.
struct SpelledLine {
  std::vector<TreeMove> moves = {};
  std::vector<std::uint32_t> places = {};  ///< where each move begins in the text, in bytes
  std::uint8_t manner = 0;                 ///< the bits of own_manner, no others
};

/// How one format writes a line of moves.
struct LineSpelling {
  /// GameTree::source() of the trees that are read in this spelling.
  std::string_view source;
  bool has_comments;
  /// The bits of own_manner for a line that no file gave.
  std::uint8_t usual_manner;
  /// Reads a text that has neither comment nor end of line into an empty line; it may have no moves.
  /// Error::offset is a place in the text.
  Status (*parse)(std::string_view text, int size, SpelledLine& line);
  /// Adds the moves as text to `out`. ErrorCode::unsupported for a pass, where the format has none.
  Status (*spell)(std::span<const TreeMove> moves, int size, std::uint8_t manner, std::string& out);
  /// How many bytes at the beginning of a line cannot begin a comment; null: none.
  std::size_t (*skipped)(std::string_view text) = nullptr;
};

/// Which of the separators stands between two moves; `otherwise` if it is another one.
[[nodiscard]] std::uint8_t separator_of(std::string_view between,
                                        std::span<const std::string_view> separators, std::uint8_t otherwise);

/// Reads a whole file. ErrorCode::unsupported for a size below 5 or above 20.
[[nodiscard]] Result<TreeReading> read_line_list(View bytes, const LineSpelling& spelling, int size,
                                                 const TreeReadOptions& options);

/// A tree that was read in this spelling becomes its file again, as far as the file's spelling was kept;
/// ErrorCode::malformed when its bits and facts contradict it. Any other tree becomes one line for each leaf.
[[nodiscard]] Result<TreeWriting> write_line_list(const GameTree& tree, const LineSpelling& spelling);

}  // namespace fiveproof::convert
