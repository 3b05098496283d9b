#include "convert/games/moves.hpp"

#include <algorithm>
#include <array>

#include "convert/games/line_list.hpp"
#include "game/notation.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::string_view pass = "--";
constexpr int usual_size = 15;

// The bits of own_manner: which of `move_separators` stands between moves, and whether letters are capitals.
constexpr std::array<std::string_view, 4> move_separators = {"", " ", ",", ", "};
constexpr std::uint8_t separator_bits = 0x03;
constexpr std::uint8_t one_space = 1;
constexpr std::uint8_t capital_bit = 0x04;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_separator(char c) { return c == ' ' || c == '\t' || c == ',' || c == '\r'; }

Status parse_moves(std::string_view text, int size, SpelledLine& line) {
  line.manner = one_space;
  std::size_t at = 0, end_of_first = 0;
  for (;;) {
    while (at < text.size() && is_separator(text[at])) ++at;
    if (at == text.size()) break;
    if (line.moves.size() == 1)
      line.manner = separator_of(text.substr(end_of_first, at - end_of_first), move_separators, one_space);
    line.places.push_back(static_cast<std::uint32_t>(at));
    FIVEPROOF_LET(const auto move, read_move(text, at, size));
    line.moves.push_back(move);
    if (line.moves.size() == 1) end_of_first = at;
  }
  const auto first = std::find_if(text.begin(), text.end(), is_letter);
  if (first != text.end() && is_capital(*first)) line.manner |= capital_bit;
  return Done{};
}

Status spell_moves(std::span<const TreeMove> moves, int size, std::uint8_t manner, std::string& out) {
  const std::string_view separator = move_separators[manner & separator_bits];
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i != 0) out += separator;
    std::string one = to_text(moves[i], size);
    if ((manner & capital_bit) != 0 && is_letter(one[0])) one[0] = static_cast<char>(one[0] - 'a' + 'A');
    out += one;
  }
  return Done{};
}

constexpr LineSpelling move_spelling{.source = moves_source,
                                     .has_comments = true,
                                     .usual_manner = one_space,
                                     .parse = parse_moves,
                                     .spell = spell_moves};

}  // namespace

Result<TreeMove> read_move(std::string_view text, std::size_t& at, int size) {
  if (text.substr(at).starts_with(pass)) {
    at += pass.size();
    return TreeMove::pass();
  }
  std::size_t end = std::min(at + 1, text.size());
  if (end > at && is_letter(text[at]))
    while (end < text.size() && is_digit(text[end]) && end < at + 4) ++end;
  auto square = parse_square(text.substr(at, end - at), size);
  if (!square.ok()) {
    Error error = square.error();
    error.code = ErrorCode::malformed;
    error.offset = at;
    return error;
  }
  at = end;
  return TreeMove::at(square.value(), size);
}

std::string to_text(TreeMove move, int size) {
  return move.is_pass() ? std::string(pass) : to_text(move.square(size));
}

Result<TreeReading> read_moves(View bytes, const TreeReadOptions& options, int size) {
  return read_line_list(bytes, move_spelling, size, options);
}

Result<TreeWriting> write_moves(const GameTree& tree) {
  auto writing = write_line_list(tree, move_spelling);
  if (writing.ok() && tree.size() != usual_size && tree.source() != moves_source)
    writing.value().losses.push_back("the size of the board, " + std::to_string(tree.size()) +
                                     ": whoever reads the file must know it");
  return writing;
}

}  // namespace fiveproof::convert
