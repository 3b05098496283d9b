// Text files with one line of moves per line: what those of move strings (convert/games/moves.hpp) and those of
// openings (convert/games/openings.hpp) have in common. How the moves of a line are spelled is a LineSpelling.
//
//   # a comment belongs to the next line of moves
//   h8 i9 g7
//   h8 i9 g9   # or stands behind it
//
// Each line is a line of the tree; its comments are the comment of the node at which it ends. The SourceBits
// of that node say which line it was and how it was written, so that a file in one manner is written again
// byte for byte:
//
//   bits 0-31    number of the line, from 1; a line equal to an earlier one is none
//   bits 32-39   manner: LineManner
//   bits 40-47   empty lines before it and its comments
//
// Facts: `head`, a byte order mark; `tail`, what follows the last line of moves. What is not kept is named: a
// second line that is equal, and any other spelling (a comment above an empty line, three spaces, a capital
// in the middle).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

enum LineManner : std::uint8_t {
  own_manner = 0x07,  ///< of the spelling
  ends_in_cr_lf = 0x08,
  has_comment_behind = 0x10,  ///< the last line of the comment
  has_no_end = 0x20,          ///< the file ends without an end of line
};

struct SpelledLine {
  std::vector<TreeMove> moves = {};
  std::vector<std::uint32_t> places = {};  ///< of each move in the text
  std::uint8_t manner = 0;                 ///< within own_manner

  void clear() { moves.clear(), places.clear(), manner = 0; }
};

class LineSpelling {
 public:
  LineSpelling() = default;
  LineSpelling(const LineSpelling&) = delete;
  LineSpelling& operator=(const LineSpelling&) = delete;
  virtual ~LineSpelling() = default;

  /// GameTree::source() of what it reads.
  [[nodiscard]] virtual std::string_view source() const = 0;
  [[nodiscard]] virtual bool has_comments() const = 0;
  /// Of a line that is written for the first time, in own_manner.
  [[nodiscard]] virtual std::uint8_t usual_manner() const = 0;
  /// Text without comment and end of line, perhaps without moves. Error::offset is a place in the text.
  [[nodiscard]] virtual Status parse(std::string_view text, int size, SpelledLine& line) const = 0;
  /// Adds the moves as text. ErrorCode::unsupported for a pass that the format does not have.
  [[nodiscard]] virtual Status spell(std::span<const TreeMove> moves, int size, std::uint8_t manner,
                                     std::string& out) const = 0;
};

/// require: is_board_size(size). Errors have no file name.
[[nodiscard]] Result<TreeReading> read_line_list(std::span<const std::uint8_t> bytes,
                                                 const LineSpelling& spelling, int size,
                                                 const TreeReadOptions& options);

/// A tree that was read from such a file: that file, as far as its spelling was kept;
/// ErrorCode::malformed when it contradicts itself. Any other: one line for each leaf.
[[nodiscard]] Result<TreeWriting> write_line_list(const GameTree& tree, const LineSpelling& spelling);

}  // namespace fiveproof::convert
