// How the bytes of SGF are cut into properties and values, for its reader and its writer alike.
//
//   property   NAME [value] [value] ...; white space may stand before brackets, and small letters of a name
//              mean nothing
//   value      ends before the first ] that has no \ before it
//   \          makes the byte after it stand for itself; before a line break it makes both vanish
//
// That is said of ASCII, and holds for every charset whose other characters are made of bytes from 80 up. In
// GBK, Big5 and Shift-JIS the second byte of a character can be a \ or a ], and programs disagree whether it
// is escaped then. Where such a charset is named we cut between characters: an unescaped second byte is what
// it is, and one escaped as \\ comes out right as well. Only \] as a second byte ends the value too early.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "convert/syntax/bytes.hpp"
#include "game/square.hpp"

namespace fiveproof::convert::sgf {

/// Which bytes begin a character of two bytes, as far as that matters here.
enum class Coding : std::uint8_t {
  single,     ///< no byte does so that it matters: ASCII, ISO-8859, UTF-8, EUC, CP949
  pairs,      ///< 81 to FE: GBK, GB18030, Big5
  shift_jis,  ///< 81 to FE other than A0 to DF, which has the half-width kana
};

/// The coding of a charset, whose name may be in any case; single for unknown names.
[[nodiscard]] Coding coding_of(std::string_view charset);

/// The bytes of the character that begins at `at`, 1 or 2. require: at < text.size().
[[nodiscard]] std::size_t character_length(Coding coding, View text, std::size_t at);

[[nodiscard]] constexpr bool is_space(std::uint8_t byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/// A property as it stands in a file.
struct Property {
  std::string name;  ///< the capital letters and digits of the name; may be empty
  View written_name;
  std::vector<View> values;  ///< at least one, with its escapes
  std::size_t offset = 0;    ///< where the name begins
  bool has_small_letters = false;
  bool has_digits = false;  ///< which FF[4] does not know, and keeps in the name
};

/// Reads properties one after the other.
class PropertyScanner {
 public:
  PropertyScanner(Coding coding, View bytes, std::size_t at = 0) : coding_(coding), bytes_(bytes), at_(at) {}

  /// Reads the next property; false when no name follows, or something is wrong.
  bool next(Property& property);
  /// The offset behind the last property and the white space after it; if something is wrong, where that is.
  [[nodiscard]] std::size_t at() const { return at_; }
  /// What was expected at at(), such as "a value in brackets", if something is wrong; else null.
  [[nodiscard]] const char* expected() const { return expected_; }
  /// Has everything been read, with nothing wrong?
  [[nodiscard]] bool is_done() const { return expected_ == nullptr && at_ == bytes_.size(); }

 private:
  void skip_space();

  Coding coding_;
  View bytes_;
  std::size_t at_;
  const char* expected_ = nullptr;
};

/// The text of a value: without escapes and soft line breaks.
[[nodiscard]] Bytes plain_text(Coding coding, View raw);
/// Adds a text as a value, with escapes. In a composed value, which is two texts around a colon, colons are
/// escaped, too.
void put_escaped(Bytes& out, Coding coding, View text, bool is_composed);
/// Adds a raw value of ASCII or UTF-8, with as few more escapes as it needs to end where it does.
void put_mended(Bytes& out, View raw);
/// The offset of the first colon of a raw value that is not escaped.
[[nodiscard]] std::optional<std::size_t> colon_of(Coding coding, View raw);

/// The square of a point: two letters, the column and the row from the top. Nothing for what is no point of
/// the board.
[[nodiscard]] std::optional<Square> point_of(View raw, int size);
/// Adds the two letters of a square.
void put_point(Bytes& out, Square square, int size);

// These are what a tree of SGF keeps for its writer, besides charset_fact (convert/syntax/charset.hpp).

/// The fact that holds the bytes before the first game.
inline constexpr const char* before_fact = "before";

/// The bits of SourceBits in a tree of SGF.
enum SgfBits : std::uint64_t {
  continues_node = 1,  ///< the node belongs to the same node of the file as the node above
  from_set_up = 2,     ///< the node is a stone of AB or AW, or a pass between such stones
};

}  // namespace fiveproof::convert::sgf
