#include "engine/protocol.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace fiveproof::engine {
namespace {

// <cctype> asks the locale, and what it says of bytes beyond 127 is not for us.
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string small_letters(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), small);
  return out;
}

/// The first word, taken off `text`.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const auto end = std::ranges::find_if(text, is_blank);
  const std::string_view word(text.begin(), end);
  text.remove_prefix(word.size());
  text = trimmed(text);
  return word;
}

/// The numbers of a list with commas or spaces between them; nothing where it is no such list.
std::optional<std::vector<int>> numbers_of(std::string_view text) {
  std::vector<int> numbers;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    if (!numbers.empty() && text.front() == ',') text = trimmed(text.substr(1));
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty() && text.front() != ',' && !is_blank(text.front())) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

struct Name {
  std::string_view word;
  CommandKind kind;
  std::size_t least_numbers = 0, most_numbers = 0;
};

constexpr Name names[] = {
    {"start", CommandKind::start, 1, 2},
    {"rectstart", CommandKind::start, 2, 2},
    {"restart", CommandKind::restart},
    {"begin", CommandKind::begin},
    {"turn", CommandKind::turn, 2, 2},
    {"play", CommandKind::play, 2, 2},
    {"takeback", CommandKind::take_back, 2, 2},
    {"board", CommandKind::board},
    {"yxboard", CommandKind::quiet_board},
    {"swap2board", CommandKind::swap2_board},
    {"done", CommandKind::done},
    {"about", CommandKind::about},
    {"end", CommandKind::end},
    {"yxstop", CommandKind::stop},
    {"stop", CommandKind::stop},
    {"yxshowforbid", CommandKind::forbidden},
    {"yxshowinfo", CommandKind::silent},
    {"yxhashclear", CommandKind::silent},
};

/// What is shown of words that came from outside: printable, and not more than a line.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string out;
  for (const char c : text.substr(0, most)) out.push_back(c >= ' ' && c <= '~' ? c : '?');
  if (text.size() > most) out += "...";
  return out;
}

Command malformed(std::string_view word) { return {CommandKind::malformed, {}, small_letters(word)}; }

Command parse_known(const Name& name, std::string_view rest) {
  auto numbers = numbers_of(rest);
  if (!numbers || numbers->size() < name.least_numbers || numbers->size() > name.most_numbers)
    return malformed(name.word);
  return {name.kind, std::move(*numbers), std::string(name.word)};
}

bool begins_a_number(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+'; }

Command parse_stone(std::string_view line) {
  auto numbers = numbers_of(line);
  if (!numbers || numbers->size() < 2 || numbers->size() > 3) return malformed("coordinates");
  return {CommandKind::stone, std::move(*numbers)};
}

}  // namespace

Command parse_line(std::string_view line) {
  std::string_view rest = trimmed(line);
  if (rest.empty()) return {};
  if (begins_a_number(rest.front())) return parse_stone(rest);
  const std::string_view written = take_word(rest);
  const std::string word = small_letters(written);
  if (word == "info") {
    const std::string key = small_letters(take_word(rest));
    return {CommandKind::info, {}, key, std::string(rest)};
  }
  const auto* name = std::ranges::find(names, std::string_view(word), &Name::word);
  if (name == std::end(names)) return {CommandKind::unknown, {}, std::string(written)};
  return parse_known(*name, rest);
}

std::optional<Square> square_of(int x, int y, int size) {
  if (x < 0 || y < 0 || x >= size || y >= size) return std::nullopt;
  return Square(x, size - 1 - y);
}

std::string coordinates_of(Square square, int size) {
  return std::to_string(square.column()) + "," + std::to_string(size - 1 - square.row());
}

std::string forbid_line(const SquareSet& points, int size) {
  std::string line = "FORBID ";
  const auto add = [&line](int number) {
    line.push_back(static_cast<char>('0' + number / 10));
    line.push_back(static_cast<char>('0' + number % 10));
  };
  for (const Square point : points) {
    add(point.column());
    add(size - 1 - point.row());
  }
  return line + ".";
}

std::string message_line(std::string_view text) {
  std::string line = "MESSAGE ";
  for (const char c : text) line.push_back(c >= ' ' && c <= '~' ? c : '?');
  return line;
}

std::string error_line(std::string_view text) { return "ERROR " + shown(text); }
std::string unknown_line(std::string_view word) { return "UNKNOWN command " + shown(word); }

std::optional<std::int64_t> number_of(std::string_view text) {
  text = trimmed(text);
  const bool is_negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text.empty() || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  std::int64_t number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
    number = std::numeric_limits<std::int64_t>::max();
  return is_negative ? -number : number;
}

namespace {

/// Is this a number of the rule set?
bool is_number_of(RuleSet rule, std::int64_t value) {
  switch (rule) {
    case RuleSet::freestyle:
      return value == 0;
    case RuleSet::standard:
      return value == 1;
    case RuleSet::renju:
      return value == 2 || value == 4 || value == 5;
  }
  FIVEPROOF_ENSURE(false);
}

}  // namespace

std::optional<RuleSet> rule_of(std::int64_t value) {
  for (const RuleSet rule : all_rule_sets)
    if (is_number_of(rule, value)) return rule;
  return std::nullopt;
}

}  // namespace fiveproof::engine
