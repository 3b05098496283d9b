#include "convert/rapfi/record_union.hpp"

#include <algorithm>

#include "convert/rapfi/rapfi_file.hpp"
#include "convert/rapfi/rapfi_text.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t record_head_bytes = 5;  // of a body: label, value, depth and bound

bool says_no_value(const DbRecord& record) {
  return record.value() == 0 && record.depth() == 0 && record.bound() == no_bound;
}

bool has_value_of(const DbRecord& a, const DbRecord& b) {
  return a.value() == b.value() && a.depth() == b.depth() && a.bound() == b.bound();
}

/// Labels of both, and both comments, one behind the other; nothing for two labels on one point.
std::optional<Bytes> united_text(View a, View b) {
  if (a.empty() || b.empty() || std::ranges::equal(a, b)) {
    const View text = a.empty() ? b : a;
    return Bytes(text.begin(), text.end());
  }
  auto first = parse_db_text(a), second = parse_db_text(b);
  if (!first || !second) return std::nullopt;
  for (const DbBoardText& item : second->board) {
    const auto is_there = [&](const DbBoardText& other) { return other.x == item.x && other.y == item.y; };
    const auto other = std::ranges::find_if(first->board, is_there);
    if (other == first->board.end())
      first->board.push_back(item);
    else if (other->text != item.text)
      return std::nullopt;
  }
  if (first->comment != second->comment && !second->comment.empty())
    first->comment += (first->comment.empty() ? "" : "\b") + second->comment;
  return db_text_bytes(*first);
}

}  // namespace

std::optional<Bytes> united_body(const DbRecord& a, const DbRecord& b) {
  if (canonical_body(a) == canonical_body(b)) return Bytes(a.body().begin(), a.body().end());
  if ((a.claims() | b.claims()) == (claims_win | claims_loss)) return std::nullopt;
  const char label = a.label() == '\0' ? b.label() : a.label();
  if (a.label() != '\0' && b.label() != '\0' && a.label() != b.label()) return std::nullopt;
  const bool is_silent = says_no_value(a);
  if (!is_silent && !says_no_value(b) && !has_value_of(a, b)) return std::nullopt;
  const auto text = united_text(a.text(), b.text());
  if (!text || text->size() > RapfiDatabase::max_part - record_head_bytes) return std::nullopt;
  const View values = (is_silent ? b : a).body();
  const auto end = static_cast<std::ptrdiff_t>(std::min(values.size(), record_head_bytes));
  Bytes body = {static_cast<std::uint8_t>(label)};
  if (values.size() > 1) body.insert(body.end(), values.begin() + 1, values.begin() + end);
  if (!text->empty()) body.resize(record_head_bytes);
  body.insert(body.end(), text->begin(), text->end());
  return body;
}

}  // namespace fiveproof::convert
