#include "convert/games/openings.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "convert/games/line_list.hpp"

namespace fiveproof::convert {

namespace {

// The bits of own_manner: which of `opening_separators` stands between two stones.
constexpr std::array<std::string_view, 3> opening_separators = {",", ", ", " "};
constexpr std::uint8_t comma_and_space = 1;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

void skip_blanks(std::string_view text, std::size_t& at) {
  while (at < text.size() && is_blank(text[at])) ++at;
}

void skip_separator(std::string_view text, std::size_t& at) {
  skip_blanks(text, at);
  if (at < text.size() && text[at] == ',') ++at;
  skip_blanks(text, at);
}

Result<int> read_offset(std::string_view text, std::size_t& at, int size) {
  const int least = -(size / 2), most = size - 1 - size / 2;
  const std::size_t from = at;
  const bool is_negative = at < text.size() && text[at] == '-';
  if (is_negative || (at < text.size() && text[at] == '+')) ++at;
  const std::size_t digits = at;
  int value = 0;
  for (; at < text.size() && is_digit(text[at]) && at < digits + 3; ++at)
    value = value * 10 + (text[at] - '0');
  if (is_negative) value = -value;
  const bool is_number = at > digits && !(at < text.size() && is_digit(text[at]));
  if (is_number && value >= least && value <= most) return value;
  const std::string found =
      text.substr(from).empty()
          ? "the end of the line"
          : "\"" + std::string(text.substr(from, std::max<std::size_t>(at - from, 1))) + "\"";
  return Error{ErrorCode::malformed,
               "expected an offset from the centre of the " + std::to_string(size) + "x" +
                   std::to_string(size) + " board, " + std::to_string(least) + " to " + std::to_string(most) +
                   ", found " + found,
               {},
               from};
}

Status parse_opening(std::string_view text, int size, SpelledLine& line) {
  line.manner = comma_and_space;
  std::size_t at = 0, end_of_first = 0;
  skip_blanks(text, at);
  while (at < text.size()) {
    if (line.moves.size() == 1)
      line.manner =
          separator_of(text.substr(end_of_first, at - end_of_first), opening_separators, comma_and_space);
    line.places.push_back(static_cast<std::uint32_t>(at));
    FIVEPROOF_LET(const auto dx, read_offset(text, at, size));
    skip_separator(text, at);
    FIVEPROOF_LET(const auto dy, read_offset(text, at, size));
    if (line.moves.empty()) end_of_first = at;
    const int column = size / 2 + dx, row_from_top = size / 2 + dy;
    line.moves.push_back(TreeMove::at(Square(column, size - 1 - row_from_top), size));
    skip_separator(text, at);
  }
  return Done{};
}

Status spell_opening(std::span<const TreeMove> moves, int size, std::uint8_t manner, std::string& out) {
  const std::string_view separator =
      opening_separators[manner < opening_separators.size() ? manner : comma_and_space];
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!moves[i].is_square()) return Error{ErrorCode::unsupported, "openings have no pass"};
    const Square square = moves[i].square(size);
    if (i != 0) out += separator;
    out +=
        std::to_string(square.column() - size / 2) + "," + std::to_string(size - 1 - square.row() - size / 2);
  }
  return Done{};
}

constexpr LineSpelling opening_spelling{.source = openings_source,
                                        .has_comments = false,
                                        .usual_manner = comma_and_space,
                                        .parse = parse_opening,
                                        .spell = spell_opening};

}  // namespace

Result<TreeReading> read_openings(View bytes, const TreeReadOptions& options, int size) {
  return read_line_list(bytes, opening_spelling, size, options);
}

Result<TreeWriting> write_openings(const GameTree& tree) {
  auto writing = write_line_list(tree, opening_spelling);
  if (writing.ok() && tree.source() != openings_source)
    writing.value().losses.push_back("the size of the board, " + std::to_string(tree.size()) +
                                     ": offsets mean nothing without it");
  return writing;
}

}  // namespace fiveproof::convert
