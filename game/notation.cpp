#include "game/notation.hpp"

#include <cctype>

namespace fiveproof {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr char left_out = 'i';

char letter_of(int column, Letters letters) {
  return static_cast<char>('a' + column + (letters == Letters::skip_i && column >= left_out - 'a'));
}

/// The column with this small letter; -1: there is none.
int column_of(char letter, Letters letters) {
  if (letter < 'a' || letter > 'z') return -1;
  if (letters == Letters::all || letter < left_out) return letter - 'a';
  return letter == left_out ? -1 : letter - 'a' - 1;
}

/// Reads the square that begins at `at` and moves `at` behind it.
Result<Square> read_square(std::string_view text, std::size_t& at, int size, Letters letters) {
  const auto wrong = [&](const std::string& found) {
    return Error{ErrorCode::usage,
                 "expected a square a1 to " + std::string(1, letter_of(size - 1, letters)) +
                     std::to_string(size) + (letters == Letters::skip_i ? ", without the letter i" : "") +
                     ", found " + found,
                 {},
                 at};
  };
  const auto quoted = [&](std::size_t end) { return "\"" + std::string(text.substr(at, end - at)) + "\""; };
  if (at >= text.size()) return wrong("the end of the text");
  const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
  std::size_t end = at + 1;
  int number = 0;
  while (end < text.size() && is_digit(text[end]) && end < at + 3) number = number * 10 + (text[end++] - '0');
  const int column = column_of(letter, letters);
  const bool well_formed =
      column >= 0 && end > at + 1 && text[at + 1] != '0' && !(end < text.size() && is_digit(text[end]));
  if (!well_formed || column >= size || number > size) return wrong(quoted(end));
  at = end;
  return Square(column, number - 1);
}

}  // namespace

std::string to_text(Square s) {
  return std::string(1, static_cast<char>('a' + s.column())) + std::to_string(s.row() + 1);
}

std::string to_text(const std::vector<Square>& squares) {
  std::string out;
  for (Square s : squares) out += (out.empty() ? "" : " ") + to_text(s);
  return out;
}

std::string to_text(const SquareSet& squares) {
  return to_text(std::vector<Square>(squares.begin(), squares.end()));
}

std::string diagram(const Position& position, const Marks& marks) {
  const auto sign_of = [&](Square s) {
    if (const auto stone = position.at(s)) return *stone == Color::black ? 'X' : 'O';
    const auto mark = marks.find(s);
    return mark != marks.end() ? mark->second : '.';
  };
  std::string out;
  for (int y = position.size() - 1; y >= 0; --y) {
    const std::string label = std::to_string(y + 1);
    out += std::string(3 - label.size(), ' ') + label;
    for (int x = 0; x < position.size(); ++x) out += {' ', sign_of(Square(x, y))};
    out += '\n';
  }
  out += "   ";
  for (int x = 0; x < position.size(); ++x) out += {' ', static_cast<char>('a' + x)};
  return out + '\n';
}

Result<Letters> parse_letters(std::string_view text) {
  if (text == "all") return Letters::all;
  if (text == "skip-i") return Letters::skip_i;
  return Error{ErrorCode::usage, "expected all or skip-i, found '" + std::string(text) + "'"};
}

Result<Square> parse_square(std::string_view text, int size, Letters letters) {
  std::size_t at = 0;
  auto square = read_square(text, at, size, letters);
  if (square.ok() && at != text.size())
    return Error{ErrorCode::usage, "expected one square, found \"" + std::string(text) + "\"", {}, at};
  return square;
}

Result<std::vector<Square>> parse_squares(std::string_view text, int size, Letters letters) {
  std::vector<Square> squares;
  std::size_t at = 0;
  for (;;) {
    while (at < text.size() && (text[at] == ' ' || text[at] == ',')) ++at;
    if (at == text.size()) return squares;
    FIVEPROOF_LET(auto square, read_square(text, at, size, letters));
    squares.push_back(square);
  }
}

Result<Position> position_after(const std::vector<Square>& moves, int size) {
  Position position(size);
  for (Square s : moves) {
    if (!s.is_on_board(size))
      return Error{ErrorCode::usage,
                   "the square " + to_text(s) + " is not on a board of size " + std::to_string(size)};
    if (!position.is_empty(s))
      return Error{ErrorCode::usage, "the square " + to_text(s) + " is played twice"};
    position.play(s);
  }
  return position;
}

Result<Position> position_of(const std::vector<Square>& black, const std::vector<Square>& white,
                             Color to_move, int size) {
  Position position(size);
  position.set_to_move(to_move);
  for (Color c : {Color::black, Color::white})
    for (Square s : c == Color::black ? black : white) {
      if (!position.is_empty(s))
        return Error{ErrorCode::usage, "the square " + to_text(s) + " is off the board or named twice"};
      position.put(c, s);
    }
  return position;
}

}  // namespace fiveproof
