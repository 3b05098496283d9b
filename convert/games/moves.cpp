#include "convert/games/moves.hpp"

#include <algorithm>
#include <array>

#include "convert/games/line_list.hpp"

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

template <Letters letters>
Status parse_moves(std::string_view text, int size, SpelledLine& line) {
  line.manner = one_space;
  std::size_t at = address_bytes(text), end_of_first = 0;
  const bool is_address = at > 0;
  for (;;) {
    while (at < text.size() && is_separator(text[at])) ++at;
    if (at == text.size()) break;
    if (line.moves.size() == 1)
      line.manner = separator_of(text.substr(end_of_first, at - end_of_first), move_separators, one_space);
    line.places.push_back(static_cast<std::uint32_t>(at));
    FIVEPROOF_LET(const auto move, read_move(text, at, size, letters));
    line.moves.push_back(move);
    if (line.moves.size() == 1) end_of_first = at;
  }
  if (is_address && line.moves.empty())
    return Error{ErrorCode::malformed, "expected a position code in the address, such as h8i9g7", {}, at};
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

template <Letters letters>
constexpr LineSpelling move_spelling{.source = moves_source,
                                     .has_comments = true,
                                     .usual_manner = one_space,
                                     .parse = parse_moves<letters>,
                                     .spell = spell_moves,
                                     .skipped = address_bytes};

Status spell_code(std::span<const TreeMove> moves, int size, std::uint8_t, std::string& out) {
  for (const TreeMove move : moves) {
    if (move.is_pass()) return Error{ErrorCode::unsupported, "position codes have no pass"};
    out += to_text(move, size);
  }
  return Done{};
}

// No tree is read in this spelling: codes are moves like any others.
constexpr LineSpelling code_spelling{.source = "code",
                                     .has_comments = false,
                                     .usual_manner = 0,
                                     .parse = parse_moves<Letters::all>,
                                     .spell = spell_code};

Result<TreeWriting> write_lines(const GameTree& tree, const LineSpelling& spelling) {
  auto writing = write_line_list(tree, spelling);
  if (writing.ok() && tree.size() != usual_size && tree.source() != spelling.source)
    writing.value().losses.push_back("the size of the board, " + std::to_string(tree.size()) +
                                     ": whoever reads the file must know it");
  return writing;
}

}  // namespace

Result<TreeMove> read_move(std::string_view text, std::size_t& at, int size, Letters letters) {
  if (text.substr(at).starts_with(pass)) {
    at += pass.size();
    return TreeMove::pass();
  }
  std::size_t end = std::min(at + 1, text.size());
  if (end > at && is_letter(text[at]))
    while (end < text.size() && is_digit(text[end]) && end < at + 4) ++end;
  auto square = parse_square(text.substr(at, end - at), size, letters);
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

Result<TreeReading> read_moves(View bytes, const TreeReadOptions& options, int size, Letters letters) {
  const auto read = [&](const LineSpelling& spelling) {
    return read_line_list(bytes, spelling, size, options);
  };
  if (letters == Letters::skip_i) return read(move_spelling<Letters::skip_i>);
  auto reading = read(move_spelling<Letters::all>);
  if (!reading.ok() && reading.error().code == ErrorCode::malformed &&
      read(move_spelling<Letters::skip_i>).ok())
    reading.error().message += "; " + std::string(fits_letters_that_skip_i);
  return reading;
}

Result<TreeWriting> write_moves(const GameTree& tree) {
  return write_lines(tree, move_spelling<Letters::all>);
}

Result<TreeWriting> write_codes(const GameTree& tree) { return write_lines(tree, code_spelling); }

std::size_t address_bytes(std::string_view text) {
  if (!text.starts_with("http://") && !text.starts_with("https://")) return 0;
  return text.substr(0, text.find_first_of(" \t")).find_last_of("/#?&=") + 1;
}

bool is_game(std::string_view word) {
  if (address_bytes(word) > 0) return true;
  std::size_t at = 0;
  while (at < word.size() && is_letter(word[at])) {
    const std::size_t number = ++at;
    while (at < word.size() && is_digit(word[at])) ++at;
    if (at == number || at > number + 2) return false;
  }
  return at > 0 && at == word.size();
}

}  // namespace fiveproof::convert
