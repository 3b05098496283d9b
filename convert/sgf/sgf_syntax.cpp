#include "convert/sgf/sgf_syntax.hpp"

#include <algorithm>
#include <array>

namespace fiveproof::convert::sgf {

namespace {

constexpr bool is_capital(std::uint8_t byte) {
  return (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}
constexpr bool is_small(std::uint8_t byte) { return byte >= 'a' && byte <= 'z'; }
constexpr bool is_of_name(std::uint8_t byte) {
  return is_capital(byte) || is_small(byte) || is_digit(static_cast<char>(byte));
}

constexpr bool is_break(std::uint8_t byte) { return byte == '\n' || byte == '\r'; }

/// The bytes of a line break: LF, CR, CR LF or LF CR.
std::size_t break_length(View text, std::size_t at) {
  return at + 1 < text.size() && is_break(text[at + 1]) && text[at + 1] != text[at] ? 2 : 1;
}

/// Goes through a raw value character by character. `each` gets where the character is, how many bytes it has
/// and whether it is escaped; it returns false to stop.
template <class Each>
void for_characters(Coding coding, View raw, Each each) {
  for (std::size_t at = 0; at < raw.size();) {
    const bool is_escaped = raw[at] == '\\' && at + 1 < raw.size();
    if (is_escaped) ++at;
    if (is_escaped && is_break(raw[at])) {
      at += break_length(raw, at);
      continue;
    }
    const std::size_t length = character_length(coding, raw, at);
    if (!each(at, length, is_escaped)) return;
    at += length;
  }
}

}  // namespace

Coding coding_of(std::string_view charset) {
  std::string name;
  for (const char c : charset)
    if (c != '-' && c != '_') name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  // GB2312 is not among these: it has no second bytes below A1. Where it is said and GBK is meant, we cut by
  // bytes.
  constexpr std::array<std::string_view, 9> pairs = {
      "gbk", "cp936", "gb18030", "ms936", "windows936", "big5", "big5hkscs", "cp950", "windows950"};
  constexpr std::array<std::string_view, 7> kana = {"shiftjis", "sjis",       "cp932",     "ms932",
                                                    "mskanji",  "windows31j", "windows932"};
  if (std::find(pairs.begin(), pairs.end(), name) != pairs.end()) return Coding::pairs;
  if (std::find(kana.begin(), kana.end(), name) != kana.end()) return Coding::shift_jis;
  return Coding::single;
}

std::size_t character_length(Coding coding, View text, std::size_t at) {
  const std::uint8_t lead = text[at];
  if (coding == Coding::single || lead <= 0x80 || lead == 0xFF || at + 1 == text.size()) return 1;
  if (coding == Coding::shift_jis && lead >= 0xA0 && lead < 0xE0) return 1;
  return text[at + 1] >= 0x40 && text[at + 1] != 0x7F && text[at + 1] != 0xFF ? 2 : 1;
}

void PropertyScanner::skip_space() {
  while (at_ < bytes_.size() && is_space(bytes_[at_])) ++at_;
}

bool PropertyScanner::next(Property& property) {
  skip_space();
  if (expected_ != nullptr || at_ == bytes_.size() || !is_of_name(bytes_[at_])) return false;
  property.name.clear();
  property.values.clear();
  property.has_small_letters = property.has_digits = false;
  property.offset = at_;
  for (; at_ < bytes_.size() && is_of_name(bytes_[at_]); ++at_) {
    property.has_digits = property.has_digits || is_digit(static_cast<char>(bytes_[at_]));
    if (is_small(bytes_[at_]))
      property.has_small_letters = true;
    else
      property.name += static_cast<char>(bytes_[at_]);
  }
  property.written_name = bytes_.subspan(property.offset, at_ - property.offset);
  for (skip_space(); at_ < bytes_.size() && bytes_[at_] == '['; skip_space()) {
    const std::size_t from = ++at_;
    while (at_ < bytes_.size() && bytes_[at_] != ']') {
      if (bytes_[at_] == '\\') ++at_;
      if (at_ < bytes_.size()) at_ += character_length(coding_, bytes_, at_);
    }
    if (at_ == bytes_.size()) {
      expected_ = "the ] of a value";
      return false;
    }
    property.values.push_back(bytes_.subspan(from, at_ - from));
    ++at_;
  }
  if (property.values.empty()) expected_ = "a value in brackets";
  return expected_ == nullptr;
}

Bytes plain_text(Coding coding, View raw) {
  Bytes text;
  for_characters(coding, raw, [&](std::size_t from, std::size_t length, bool) {
    for (std::size_t i = from; i < from + length; ++i) text.push_back(raw[i]);
    return true;
  });
  return text;
}

void put_escaped(Bytes& out, Coding coding, View text, bool is_composed) {
  bool is_whole = true;  // the character before had two bytes
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(coding, text, at);
    // A colon behind half a character is not escaped: a reader would take the escape for the other half.
    const bool is_half = coding != Coding::single && at > 0 && !is_whole && text[at - 1] >= 0x80;
    if (length == 1 && (text[at] == '\\' || text[at] == ']' || (is_composed && text[at] == ':' && !is_half)))
      out.push_back('\\');
    is_whole = length == 2;
    for (const std::size_t end = at + length; at < end; ++at) out.push_back(text[at]);
  }
}

void put_mended(Bytes& out, View raw) {
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] == ']' || (raw[at] == '\\' && at + 1 == raw.size())) out.push_back('\\');
    out.push_back(raw[at]);
    if (raw[at] == '\\' && at + 1 < raw.size()) out.push_back(raw[++at]);
  }
}

std::optional<std::size_t> colon_of(Coding coding, View raw) {
  std::optional<std::size_t> colon;
  for_characters(coding, raw, [&](std::size_t from, std::size_t, bool is_escaped) {
    if (raw[from] == ':' && !is_escaped) colon = from;
    return !colon;
  });
  return colon;
}

std::optional<Square> point_of(View raw, int size) {
  if (raw.size() != 2) return std::nullopt;
  const int column = raw[0] - 'a', row = raw[1] - 'a';
  if (column < 0 || column >= size || row < 0 || row >= size) return std::nullopt;
  return Square(column, size - 1 - row);
}

void put_point(Bytes& out, Square square, int size) {
  out.push_back(static_cast<std::uint8_t>('a' + square.column()));
  out.push_back(static_cast<std::uint8_t>('a' + size - 1 - square.row()));
}

}  // namespace fiveproof::convert::sgf
