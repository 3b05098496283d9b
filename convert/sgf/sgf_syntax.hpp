// How the bytes of SGF are cut into properties and values, for its reader and its writer alike.
//
//   property   NAME [value] [value] ...      white space before brackets; small letters of a name mean
//   nothing value      ends before the first ] that no \ stands before \          the byte after it stands
//   for itself; before a line break it is nothing, nor is the break
//
// That is said of ASCII, and holds for every charset whose other characters are made of bytes from 80 up. In
// GBK, Big5 and Shift-JIS the second byte of a character can be a \ or a ], and programs disagree whether it
// is escaped then. Where such a charset is named we cut between characters: an unescaped second byte is what
// it is, and one escaped as \\ comes out right as well. Only \] as a second byte ends the value too early.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/square.hpp"

namespace fiveproof::convert::sgf {

using View = std::span<const std::uint8_t>;
using Bytes = std::vector<std::uint8_t>;

/// Which bytes begin a character of two.
enum class Coding : std::uint8_t {
  single,     ///< none that matters: ASCII, ISO-8859, UTF-8, EUC, CP949
  pairs,      ///< GBK, GB18030, Big5
  shift_jis,  ///< as these, but for half-width kana
};

/// By its name, in any case; single for names that are not known.
[[nodiscard]] Coding coding_of(std::string_view charset);

/// 1 or 2: of the character that begins at `at`, which is in the text.
[[nodiscard]] std::size_t character_length(Coding coding, View text, std::size_t at);

[[nodiscard]] constexpr bool is_space(std::uint8_t byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

struct Property {
  std::string name;  ///< capital letters and digits of it; may be nothing
  View written_name;
  std::vector<View> values;  ///< as they stand in the file, at least one
  std::size_t offset = 0;    ///< of the name
  bool has_small_letters = false;
};

/// Goes from property to property.
class PropertyScanner {
 public:
  PropertyScanner(Coding coding, View bytes, std::size_t at = 0) : coding_(coding), bytes_(bytes), at_(at) {}

  /// False when no name follows, or when there is something wrong.
  bool next(Property& property);
  /// Behind the last property and the white space after it.
  [[nodiscard]] std::size_t at() const { return at_; }
  /// "a value in brackets" and where, if something is wrong.
  [[nodiscard]] const char* expected() const { return expected_; }
  /// Nothing wrong, and nothing left?
  [[nodiscard]] bool is_done() const { return expected_ == nullptr && at_ == bytes_.size(); }

 private:
  void skip_space();

  Coding coding_;
  View bytes_;
  std::size_t at_;
  const char* expected_ = nullptr;
};

/// What a value says: without escapes and soft line breaks.
[[nodiscard]] Bytes plain_text(Coding coding, View raw);
/// The way back. In a composed value a colon is escaped, too.
void put_escaped(Bytes& out, Coding coding, View text, bool is_composed);
/// A raw value of ASCII or UTF-8 with as few escapes added as it needs to end where it does.
void put_mended(Bytes& out, View raw);
/// The first colon that is not escaped.
[[nodiscard]] std::optional<std::size_t> colon_of(Coding coding, View raw);

/// Two letters: column, then row from the top. Nothing for what is no point of the board.
[[nodiscard]] std::optional<Square> point_of(View raw, int size);
void put_point(Bytes& out, Square square, int size);

// What a tree of SGF keeps for its writer, besides charset_fact (convert/syntax/charset.hpp).

/// The fact that holds what stands before the first game.
inline constexpr const char* before_fact = "before";

enum SgfBits : std::uint64_t {
  continues_node = 1,  ///< the node of the file is that of the node above
  from_set_up = 2,     ///< a stone of AB or AW, or a pass that stands for none
};

}  // namespace fiveproof::convert::sgf
