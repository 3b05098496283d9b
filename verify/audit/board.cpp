#include "board.hpp"

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
      Window window{{}, point(x - dx, y - dy), point(x + 5 * dx, y + 5 * dy)};
      for (int i = 0; i < 5; ++i) {
        window.squares[i] = point(x + i * dx, y + i * dy);
        through_[window.squares[i]].push_back(static_cast<int>(windows_.size()));
      }
      windows_.push_back(window);
    }
  for (Side& s : sides_) s.count.resize(windows_.size());
}

void Board::place(Stone c, Point p) {
  if (!is_empty(p) || c == none) throw std::logic_error("place: not an empty square");
  Side& own = side(c);
  own.three.reserve(own.three.size() + through_[p].size());  // if memory is short, then before any change
  own.four.reserve(own.four.size() + through_[p].size());
  history_.push_back(p);
  cells_[p] = c;
  for (const int w : through_[p]) {
    const int stones = ++own.count[w];
    if (side(other(c)).count[w] > 0) continue;
    if (stones == 3) own.three.push_back(w);
    if (stones == 4) own.four.push_back(w);
  }
}

void Board::take_back() {
  const Point p = history_.back();
  Side& own = side(at(p));
  for (const int w : through_[p]) {
    const int stones = own.count[w]--;
    if (side(other(at(p))).count[w] > 0) continue;  // as in place(): the board is the same
    if (stones == 3) own.three.pop_back();
    if (stones == 4) own.four.pop_back();
  }
  cells_[p] = none;
  history_.pop_back();
}

// The window has so many stones of c, none of the other colour, and would be a five of c once it is full.
bool Board::holds(int window, Stone c, int stones) const {
  if (side(c).count[window] != stones || side(other(c)).count[window] != 0) return false;
  const bool may_be_longer = rule_ == Rule::freestyle || (rule_ == Rule::renju && c == white);
  const Window& w = windows_[window];
  return may_be_longer || ((w.before < 0 || at(w.before) != c) && (w.after < 0 || at(w.after) != c));
}

bool Board::has_five(Stone c) const {
  for (int w = 0; w < static_cast<int>(windows_.size()); ++w)
    if (holds(w, c, 5)) return true;
  return false;
}

// A window with four of c and none of the other had none of the other when it got its fourth: it is listed.
FivePoints Board::five_points(Stone c) const {
  FivePoints found;
  for (const int w : side(c).four)
    if (found.count < 3 && holds(w, c, 4))
      for (const Point p : windows_[w].squares)
        if (at(p) == none && !found.contains(p)) found.points[found.count++] = p;
  return found;
}

// A new five point lies in a window with the new stone, which has three stones of c now and none of the
// other, and is listed. The squares next to it are not looked at: that gives too many, never too few.
std::vector<Point> Board::fours(Stone c) const {
  std::vector<Point> found;
  for (const int w : side(c).three)
    if (side(c).count[w] == 3 && side(other(c)).count[w] == 0)
      for (const Point p : windows_[w].squares)
        if (at(p) == none) found.push_back(p);
  return found;
}

}  // namespace fiveproof::audit
