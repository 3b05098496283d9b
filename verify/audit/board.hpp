// The kernel's own board: stones, and where either side makes a five. Nothing here searches.
//
// A "window" is five squares in a row. Free-style, and White in renju: a window full of stones of one colour
// is a five (a longer row has one). Standard, and Black in renju: only if the squares next to its ends hold
// none of that colour.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace fiveproof::audit {

enum class Rule : std::uint8_t { freestyle, standard, renju };
enum Stone : std::uint8_t { none, black, white };
[[nodiscard]] constexpr Stone other(Stone c) { return c == black ? white : black; }

using Point = int;  ///< a square: column * size + row, both from 0 at the bottom left
/// The squares at which a side makes five: all of them, or three of more. The rest of `points` is -1.
struct FivePoints {
  int count = 0;
  std::array<Point, 3> points = {-1, -1, -1};
  [[nodiscard]] bool contains(Point p) const { return p == points[0] || p == points[1] || p == points[2]; }
};

class Board {
 public:
  static constexpr int min_size = 5, max_size = 20;
  /// Empty. Throws std::invalid_argument: no such size.
  Board(Rule rule, int size);

  [[nodiscard]] Rule rule() const { return rule_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int points() const { return size_ * size_; }
  [[nodiscard]] Stone at(Point p) const { return cells_[p]; }
  [[nodiscard]] const std::vector<Stone>& cells() const { return cells_; }
  [[nodiscard]] bool is_empty(Point p) const { return p >= 0 && p < points() && at(p) == none; }
  [[nodiscard]] const std::vector<Point>& stones() const { return history_; }  ///< in the order placed
  [[nodiscard]] bool is_full() const { return stones().size() == cells_.size(); }

  /// A stone more, of either colour at any time. Throws std::logic_error unless is_empty(p).
  void place(Stone c, Point p);
  void take_back();  ///< the last stone placed; there must be one
  [[nodiscard]] bool has_five(Stone c) const;
  [[nodiscard]] FivePoints five_points(Stone c) const;
  /// The empty squares of all windows with so many stones of `c` and none of the other; some more than once.
  /// Of windows with three: at least every square at which a stone of `c` makes a new five point of `c`.
  [[nodiscard]] std::vector<Point> near(Stone c, int stones) const;

 private:
  // The square before the first of five, these, and the square behind the last; -1: off the board.
  using Window = std::array<Point, 7>;
  [[nodiscard]] bool holds(int window, Stone c, int stones) const;
  static constexpr std::array<int, 3> unit_ = {0, 1, 8};  // what a stone adds to the sums of its windows
  Rule rule_;
  int size_;
  std::vector<Stone> cells_;
  std::vector<Window> windows_;
  std::vector<int> all_;                   // the windows: 0, 1, 2...
  std::vector<int> sums_;                  // by window: what its stones add up to
  std::vector<std::vector<int>> through_;  // by square: the windows that hold it
  // By colour: the windows that came to three of it and none of the other; and to four.
  std::array<std::vector<int>, 3> three_, four_;
  std::vector<Point> history_;
};

}  // namespace fiveproof::audit
