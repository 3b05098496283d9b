// The text of a record of a database (convert/rapfi/rapfi_file.hpp): labels on points of the board, and a
// comment.
//
//   text       a comment, when it does not begin with @BTXT@; else "@BTXT@" items [08 comment]
//   items      are separated by 0A; each is X, Y and a text, where X and Y are one character: 0-9, then A-Z
//   comment    has 08 for the end of a line
//
// A 00 at the end is let pass. Texts are in the encoding that the database names, if it names one. X and Y
// count as the key of the record does: from the top left, in the orientation that the key happens to have.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fiveproof::convert {

/// A label on a point.
struct DbBoardText {
  std::uint8_t x, y;
  std::string text;  ///< raw bytes

  auto operator<=>(const DbBoardText&) const = default;
};

/// The parts of a text.
struct DbText {
  std::vector<DbBoardText> board = {};  ///< labels, in the order of the text
  std::string comment = {};             ///< raw bytes; 08 is left as it is

  bool operator==(const DbText&) const = default;
};

/// The parts of a text; nothing when it begins with @BTXT@, but an item does not begin with a point.
[[nodiscard]] std::optional<DbText> parse_db_text(std::span<const std::uint8_t> text);

/// The bytes that parse_db_text reads as `text`. require: coordinates are below 36, and labels have no 08 and
/// no 0A.
[[nodiscard]] std::vector<std::uint8_t> db_text_bytes(const DbText& text);

}  // namespace fiveproof::convert
