#include "board.hpp"

#include <algorithm>
#include <stdexcept>

namespace fiveproof::audit {

Board::Board(Rule rule, int size) : rule_(rule), size_(size) {
  if (size < min_size || size > max_size) throw std::invalid_argument("board size");
  cells_.assign(points(), none);
  through_.resize(cells_.size());
  const auto on = [size](int x) { return x >= 0 && x < size; };
  const auto point = [&](int x, int y) { return on(x) && on(y) ? x * size + y : -1; };
  constexpr int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (const auto& [dx, dy] : directions)
    for (Point start = 0; start < points(); ++start) {
      const int x = start / size, y = start % size;
      if (point(x + 4 * dx, y + 4 * dy) < 0) continue;
      Window window;
      for (int i = 0; i < 7; ++i) window[i] = point(x + (i - 1) * dx, y + (i - 1) * dy);
      for (int i = 1; i <= 5; ++i) through_[window[i]].push_back(static_cast<int>(windows_.size()));
      all_.push_back(static_cast<int>(windows_.size()));
      windows_.push_back(window);
    }
  sums_.resize(windows_.size());
}

void Board::place(Stone c, Point p) {
  if (!is_empty(p) || c == none) throw std::logic_error("place: not an empty square");
  three_[c].reserve(three_[c].size() + through_[p].size());  // if memory is short, then before any change
  four_[c].reserve(four_[c].size() + through_[p].size());
  history_.push_back(p);
  cells_[p] = c;
  for (const int w : through_[p]) {
    sums_[w] += unit_[c];
    if (sums_[w] == 3 * unit_[c]) three_[c].push_back(w);
    if (sums_[w] == 4 * unit_[c]) four_[c].push_back(w);
  }
}

void Board::take_back() {
  const Point p = history_.back();
  const Stone c = at(p);
  for (const int w : through_[p]) {
    if (sums_[w] == 3 * unit_[c]) three_[c].pop_back();  // as in place(): the board is the same
    if (sums_[w] == 4 * unit_[c]) four_[c].pop_back();
    sums_[w] -= unit_[c];
  }
  cells_[p] = none;
  history_.pop_back();
}

// The window has so many stones of c, none of the other colour, and would be a five of c once it is full.
bool Board::holds(int window, Stone c, int stones) const {
  if (sums_[window] != stones * unit_[c]) return false;
  // Free-style, and White in renju: a longer row holds a five.
  const bool may_be_longer = rule_ == Rule::freestyle || (rule_ == Rule::renju && c == white);
  // Standard, and Black in renju: the squares next to its ends, where they exist, hold no stone of c.
  const Point before = windows_[window].front(), after = windows_[window].back();
  return may_be_longer || ((before < 0 || at(before) != c) && (after < 0 || at(after) != c));
}

bool Board::has_five(Stone c) const {
  return std::any_of(all_.begin(), all_.end(), [&](int w) { return holds(w, c, 5); });
}

// A window with four of c and none of the other had none of the other when it got its fourth: it is listed.
FivePoints Board::five_points(Stone c) const {
  FivePoints found;
  for (const int w : four_[c])
    if (found.count < 3 && holds(w, c, 4))
      for (int i = 1; i <= 5; ++i)
        if (const Point p = windows_[w][i]; at(p) == none && !found.contains(p))
          found.points[found.count++] = p;
  return found;
}

// A five point that a stone of c makes lies in a window with that stone, which has three stones of c now and
// none of the other, and is listed. The squares next to its ends are not looked at: that gives too many,
// never too few.
std::vector<Point> Board::near(Stone c, int stones) const {
  std::vector<Point> found;
  for (const int w : stones == 3 ? three_[c] : all_)
    if (sums_[w] == stones * unit_[c])
      for (int i = 1; i <= 5; ++i)
        if (const Point p = windows_[w][i]; at(p) == none) found.push_back(p);
  return found;
}

}  // namespace fiveproof::audit
