// The game under a walk: its board and the stones played since the walk began.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/walk_board.hpp"

namespace fiveproof::walk {

class Game {
 public:
  explicit Game(int size) : board_(size) {}

  [[nodiscard]] Board& board() { return board_; }
  [[nodiscard]] const Board& board() const { return board_; }
  void play(int square, Cell who) {
    board_.put(square, who);
    line_[static_cast<std::size_t>(played_++)] = static_cast<std::int16_t>(square);
  }
  void take_back() { board_.put(line_[static_cast<std::size_t>(--played_)], empty); }
  [[nodiscard]] int played() const { return played_; }
  /// The last stone, the one before it, ..., or nowhere.
  [[nodiscard]] int last(int back) const {
    return played_ > back ? line_[static_cast<std::size_t>(played_ - 1 - back)] : nowhere;
  }

 private:
  Board board_;
  std::array<std::int16_t, max_squares> line_{};
  int played_ = 0;
};

}  // namespace fiveproof::walk
