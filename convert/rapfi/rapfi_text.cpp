#include "convert/rapfi/rapfi_text.hpp"

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "convert/syntax/bytes.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::string_view board_text_mark = "@BTXT@";
constexpr std::string_view base36_digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr char end_of_items = '\x08', between_items = '\x0A';

std::optional<std::uint8_t> digit_of(char c) {
  const std::size_t at = base36_digits.find(c);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint8_t>(at);
}

/// Adds an item; false when it does not begin with a point. An empty one, between two separators, is none.
bool add_item(DbText& text, std::string_view item) {
  if (item.empty()) return true;
  if (item.size() < 2) return false;
  const auto x = digit_of(item[0]), y = digit_of(item[1]);
  if (!x || !y) return false;
  text.board.push_back({*x, *y, std::string(item.substr(2))});
  return true;
}

}  // namespace

std::optional<DbText> parse_db_text(std::span<const std::uint8_t> bytes) {
  std::string_view rest = as_text(bytes);
  if (!rest.empty() && rest.back() == '\0') rest.remove_suffix(1);
  DbText text;
  if (!rest.starts_with(board_text_mark)) {
    text.comment = rest;
    return text;
  }
  rest.remove_prefix(board_text_mark.size());
  if (const std::size_t end = rest.find(end_of_items); end != std::string_view::npos) {
    text.comment = rest.substr(end + 1);
    rest = rest.substr(0, end);
  }
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(between_items), rest.size());
    if (!add_item(text, rest.substr(0, end))) return std::nullopt;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

std::vector<std::uint8_t> db_text_bytes(const DbText& text) {
  std::string out;
  // A comment that begins with @BTXT@ would be taken for items, so an empty list of items comes before it.
  if (!text.board.empty() || text.comment.starts_with(board_text_mark)) {
    out = board_text_mark;
    for (const DbBoardText& item : text.board) {
      FIVEPROOF_ENSURE(item.x < base36_digits.size() && item.y < base36_digits.size() &&
                       item.text.find_first_of("\x08\x0A") == std::string::npos);
      if (out.size() > board_text_mark.size()) out += between_items;
      out += base36_digits[item.x];
      out += base36_digits[item.y];
      out += item.text;
    }
    if (!text.comment.empty()) out += end_of_items + text.comment;
  } else {
    out = text.comment;
  }
  // One 00 at the end is let pass, so a text that ends in one needs another.
  if (!out.empty() && out.back() == '\0') out += '\0';
  return {out.begin(), out.end()};
}

}  // namespace fiveproof::convert
