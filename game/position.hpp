// A position: board size, stones and side to move. Any numbers of stones are allowed.
//
// The rule set is not part of a position; functions that need it take it (see game/five.hpp).
#pragma once

#include <optional>

#include "game/square.hpp"

namespace fiveproof {

class Position {
 public:
  /// An empty board, Black to move. require: is_board_size(size).
  explicit Position(int size = 15) : size_(size) { FIVEPROOF_ENSURE(is_board_size(size)); }

  // -- look --
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] const SquareSet& stones(Color c) const { return stones_[index_of(c)]; }
  [[nodiscard]] SquareSet occupied() const { return stones_[0] | stones_[1]; }
  [[nodiscard]] SquareSet empties() const { return SquareSet::whole_board(size_) - occupied(); }
  [[nodiscard]] int count(Color c) const { return stones(c).size(); }
  [[nodiscard]] int stone_count() const { return count(Color::black) + count(Color::white); }
  [[nodiscard]] bool is_full() const { return stone_count() == size_ * size_; }
  [[nodiscard]] bool is_empty(Square s) const {
    return s.is_on_board(size_) && !stones_[0].contains(s) && !stones_[1].contains(s);
  }
  /// The colour of the stone on `s`, or nothing.
  [[nodiscard]] std::optional<Color> at(Square s) const {
    if (stones_[0].contains(s)) return Color::black;
    if (stones_[1].contains(s)) return Color::white;
    return std::nullopt;
  }

  // -- set up --
  void set_to_move(Color c) { to_move_ = c; }
  /// Puts a stone on `s`; the side to move stays. require: is_empty(s).
  void put(Color c, Square s) {
    FIVEPROOF_ENSURE(is_empty(s));
    stones_[index_of(c)].insert(s);
  }
  /// Takes away whatever stands on `s`; the side to move stays.
  void take(Square s) {
    stones_[0].erase(s);
    stones_[1].erase(s);
  }

  // -- play --
  /// The side to move puts a stone on `s`; then the other side is to move. require: is_empty(s).
  void play(Square s) {
    put(to_move_, s);
    to_move_ = opponent(to_move_);
  }
  /// Undoes play(s). require: the side not to move has a stone on `s`.
  void undo(Square s) {
    FIVEPROOF_ENSURE(at(s) == opponent(to_move_));
    take(s);
    to_move_ = opponent(to_move_);
  }

  /// Two positions are equal when size, stones and side to move are.
  bool operator==(const Position&) const = default;

 private:
  std::array<SquareSet, 2> stones_{};
  int size_;
  Color to_move_ = Color::black;
};

}  // namespace fiveproof
