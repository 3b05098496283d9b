// The game under a walk: its board and the stones played since the walk began.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/walk/walk_board.hpp"

namespace fiveproof::walk {

class Game {
 public:
  explicit Game(int size) : board_(size) {}

  [[nodiscard]] Board& board() { return board_; }
  [[nodiscard]] const Board& board() const { return board_; }
  void play(int square, Cell who) {
    board_.put(square, who);
    line_[before + static_cast<std::size_t>(played_++)] = static_cast<std::int16_t>(square);
  }
  void take_back() { board_.put(line_[before + static_cast<std::size_t>(--played_)], empty); }
  [[nodiscard]] int played() const { return played_; }
  /// The last stone (0), the one before it (1), and so on, or nowhere. require: 0 <= back < 4.
  [[nodiscard]] int last(int back) const {
    return line_[before + static_cast<std::size_t>(played_) - 1 - static_cast<std::size_t>(back)];
  }

 private:
  static constexpr std::size_t before = 4;  ///< so many places hold nowhere, so that last() need not ask

  Board board_;
  std::array<std::int16_t, before + max_squares> line_{nowhere, nowhere, nowhere, nowhere};
  int played_ = 0;
};

}  // namespace fiveproof::walk
