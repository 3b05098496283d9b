// Positions as a reader of a failed test wants to see them.
#pragma once

#include <string>

#include "game/position.hpp"

namespace fiveproof {

/// The board as `size` lines of `X O .` from the top row down, with coordinates.
inline std::string diagram(const Position& position) {
  std::string out;
  for (int y = position.size() - 1; y >= 0; --y) {
    const std::string label = std::to_string(y + 1);
    out += std::string(3 - label.size(), ' ') + label;
    for (int x = 0; x < position.size(); ++x) {
      const auto stone = position.at(Square(x, y));
      out += stone ? (*stone == Color::black ? " X" : " O") : " .";
    }
    out += '\n';
  }
  out += "   ";
  for (int x = 0; x < position.size(); ++x) out += std::string(" ") + static_cast<char>('a' + x);
  return out + '\n';
}

}  // namespace fiveproof
