// Forbidden points word by word, slow and obvious: what game/forbidden.hpp is held against.
//
// It knows a position and squares, no lines, no tables: a five is a window of five black squares with no
// black one next to it, a four such a window that lacks one stone, a straight four a row of four with two of
// them.
#pragma once

#include <set>
#include <vector>

#include "game/forbidden.hpp"

namespace fiveproof::test {

class LiteralForbidden {
 public:
  explicit LiteralForbidden(const Position& position) : position_(position) {}

  /// require: `s` is empty.
  [[nodiscard]] Forbidden kind_of(Square s) {
    position_.put(Color::black, s);
    const Forbidden kind = kind_of_stone(s);
    position_.take(s);
    return kind;
  }
  [[nodiscard]] SquareSet points() {
    SquareSet found;
    for (Square s : position_.empties())
      if (kind_of(s) != Forbidden::no) found.insert(s);
    return found;
  }
  /// How many stones deep the question for double threes went.
  int deepest = 0;

 private:
  using Places = std::set<std::pair<int, int>>;
  struct Step {
    int dx, dy;
  };
  static constexpr Step steps[4] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};

  [[nodiscard]] bool is_black(int x, int y) const {
    return x >= 0 && y >= 0 && x < position_.size() && y < position_.size() &&
           position_.at(Square(x, y)) == Color::black;
  }
  [[nodiscard]] bool is_free(int x, int y) const {
    return x >= 0 && y >= 0 && x < position_.size() && y < position_.size() &&
           position_.is_empty(Square(x, y));
  }
  /// The windows of five through `s` along `step` that hold exactly `stones` black stones and else are empty,
  /// and next to which there is no black stone.
  [[nodiscard]] std::vector<Places> windows(Square s, Step step, std::size_t stones) const {
    std::vector<Places> found;
    for (int back = 0; back < 5; ++back) {
      const int x = s.column() - back * step.dx, y = s.row() - back * step.dy;
      if (is_black(x - step.dx, y - step.dy) || is_black(x + 5 * step.dx, y + 5 * step.dy)) continue;
      Places black;
      bool is_open = true;
      for (int k = 0; k < 5; ++k) {
        const int u = x + k * step.dx, v = y + k * step.dy;
        if (is_black(u, v))
          black.insert({u, v});
        else
          is_open = is_open && is_free(u, v);
      }
      if (is_open && black.size() == stones) found.push_back(black);
    }
    return found;
  }
  [[nodiscard]] bool is_in_five(Square s) const {
    for (Step step : steps)
      if (!windows(s, step, 5).empty()) return true;
    return false;
  }
  [[nodiscard]] bool is_in_overline(Square s) const {
    for (Step step : steps) {
      int length = 1;
      for (int k = 1; is_black(s.column() + k * step.dx, s.row() + k * step.dy); ++k) ++length;
      for (int k = 1; is_black(s.column() - k * step.dx, s.row() - k * step.dy); ++k) ++length;
      if (length > 5) return true;
    }
    return false;
  }
  /// The fours of the stone on a line, each by its four stones.
  [[nodiscard]] std::set<Places> fours(Square s, Step step) const {
    const auto found = windows(s, step, 4);
    return {found.begin(), found.end()};
  }
  /// Is the stone on `s` in a straight four that holds `t` as well: one four, two windows?
  [[nodiscard]] bool is_in_straight_four(Square s, Square t, Step step) const {
    const auto found = windows(s, step, 4);
    for (std::size_t i = 0; i < found.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (found[i] == found[j] && found[i].count({t.column(), t.row()}) != 0) return true;
    return false;
  }
  [[nodiscard]] bool is_three(Square s, Step step) {
    if (!fours(s, step).empty()) return false;
    for (int k = -4; k <= 4; ++k) {
      const int x = s.column() + k * step.dx, y = s.row() + k * step.dy;
      if (!is_free(x, y)) continue;
      const Square next(x, y);
      position_.put(Color::black, next);
      const bool counts =
          is_in_straight_four(s, next, step) && !is_in_five(next) && kind_of_stone(next) == Forbidden::no;
      position_.take(next);
      if (counts) return true;
    }
    return false;
  }
  /// What the black stone that stands on `s` would have been forbidden for.
  [[nodiscard]] Forbidden kind_of_stone(Square s) {
    if (is_in_five(s)) return Forbidden::no;
    if (is_in_overline(s)) return Forbidden::overline;
    std::size_t fours_made = 0;
    for (Step step : steps) fours_made += fours(s, step).size();
    if (fours_made >= 2) return Forbidden::double_four;
    ++depth_;
    deepest = std::max(deepest, depth_);
    int threes = 0;
    for (Step step : steps) threes += is_three(s, step);
    --depth_;
    return threes >= 2 ? Forbidden::double_three : Forbidden::no;
  }

  Position position_;
  int depth_ = 0;
};

}  // namespace fiveproof::test
