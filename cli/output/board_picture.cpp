#include "cli/output/board_picture.hpp"

#include <unistd.h>

namespace fiveproof::cli {
namespace {

char sign_of(const Position& position, const SquareSet& marked, char mark, Square s) {
  if (const auto stone = position.at(s)) return *stone == Color::black ? 'X' : 'O';
  return marked.contains(s) ? mark : '.';
}

}  // namespace

std::string board_picture(const Position& position, const SquareSet& marked, char mark) {
  std::string out;
  for (int row = position.size() - 1; row >= 0; --row) {
    const std::string label = std::to_string(row + 1);
    out += std::string(3 - label.size(), ' ') + label;
    for (int column = 0; column < position.size(); ++column)
      out += {' ', sign_of(position, marked, mark, Square(column, row))};
    out += '\n';
  }
  out += "   ";
  for (int column = 0; column < position.size(); ++column) out += {' ', static_cast<char>('a' + column)};
  return out + '\n';
}

bool is_on_terminal() { return ::isatty(STDOUT_FILENO) != 0; }

}  // namespace fiveproof::cli
