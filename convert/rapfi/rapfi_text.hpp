// The text of a record of a database (convert/rapfi/rapfi_file.hpp): labels on points of the board, and a comment.
//
//   text       comment                                   when it does not begin with @BTXT@
//              "@BTXT@" items [08 comment]
//   items      separated by 0A; each X Y and a text, X and Y one character: 0-9, then A-Z
//   comment    08 stands for the end of a line
//
// A 00 at the end is let pass. Encoding: whatever the database says, or does not say. X and Y count as the
// key of the record does: from the top left, in the orientation that the key happens to have.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fiveproof::convert {

struct DbBoardText {
  std::uint8_t x, y;
  std::string text;  ///< raw bytes

  bool operator==(const DbBoardText&) const = default;
};

struct DbText {
  std::vector<DbBoardText> board = {};  ///< as they stand
  std::string comment = {};             ///< raw bytes, 08 left as it is

  bool operator==(const DbText&) const = default;
};

/// Nothing when there is a @BTXT@, but an item without two characters of a point.
[[nodiscard]] std::optional<DbText> parse_db_text(std::span<const std::uint8_t> text);

/// What parse_db_text reads as `text`. require: points below 36; no 08 and 0A in texts of the board.
[[nodiscard]] std::vector<std::uint8_t> db_text_bytes(const DbText& text);

}  // namespace fiveproof::convert
