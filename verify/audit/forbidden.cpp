#include "forbidden.hpp"

#include <algorithm>

namespace fiveproof::audit {
namespace {

constexpr int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/// The squares on one line through a point, by their distance from it; it looks at the board as it is.
class Line {
 public:
  Line(const Board& board, Point p, const int (&direction)[2])
      : board_(board), x_(p / board.size()), y_(p % board.size()), dx_(direction[0]), dy_(direction[1]) {}
  [[nodiscard]] Point point(int k) const {
    const int x = x_ + k * dx_, y = y_ + k * dy_;
    return x < 0 || y < 0 || x >= board_.size() || y >= board_.size() ? -1 : x * board_.size() + y;
  }
  [[nodiscard]] bool is_black(int k) const { return point(k) >= 0 && board_.at(point(k)) == black; }
  [[nodiscard]] bool is_empty(int k) const { return board_.is_empty(point(k)); }
  /// How many black stones stand in an unbroken row with that at distance 0.
  [[nodiscard]] int row() const {
    int first = 0, last = 0;
    while (is_black(first - 1)) --first;
    while (is_black(last + 1)) ++last;
    return last - first + 1;
  }
  /// Does a stone at distance k make five of the squares [first, first + 5), 0 and k among them? They are black but for k,
  /// and the row is not longer.
  [[nodiscard]] bool is_five_with(int k, int first) const {
    if (k < first || k > first + 4 || !is_empty(k)) return false;
    for (int i = first; i < first + 5; ++i)
      if (i != k && !is_black(i)) return false;
    return !is_black(first - 1) && !is_black(first + 5);
  }

 private:
  const Board& board_;
  int x_, y_, dx_, dy_;
};

/// The fours that the black stone at distance 0 is part of, each once. Its four stones tell a four: two squares that
/// complete the same four stones are two ways to make five of one four.
struct Fours {
  int count = 0;
  bool is_straight = false;
};
Fours fours(const Line& line) {
  Fours found;
  for (int first = -4; first <= 0; ++first) {
    int ways = 0;
    for (int k = first; k < first + 5; ++k) ways += line.is_five_with(k, first);
    if (ways == 0) continue;  // at most one square of the five is empty
    // The five squares to the right hold the same four stones if these ones lie together at their right end.
    const bool is_same = line.is_empty(first) && first < 0 && line.is_five_with(first + 5, first + 1);
    found.is_straight = found.is_straight || is_same;
    if (!is_same) ++found.count;
  }
  return found;
}

bool is_five(const Board& board, Point p) {
  return std::any_of(std::begin(directions), std::end(directions),
                     [&](const auto& d) { return Line(board, p, d).row() == 5; });
}

bool stone_is_forbidden(Board& board, Point p);

/// Is the row of the black stone on `p` a three? Each square of the line is tried for the stone to add.
bool is_three(Board& board, Point p, const int (&direction)[2]) {
  const Line line(board, p, direction);
  if (fours(line).count > 0) return false;
  for (int k = -4; k <= 4; ++k) {
    if (k == 0 || !line.is_empty(k)) continue;
    const Point next = line.point(k);
    board.place(black, next);
    // The straight four has both stones: that on p as others are not looked at, this one as it was no four before.
    const bool counts = fours(line).is_straight && !is_five(board, next) && !stone_is_forbidden(board, next);
    board.take_back();
    if (counts) return true;
  }
  return false;
}

/// Is the black stone that stands on `p` one that was forbidden?
bool stone_is_forbidden(Board& board, Point p) {
  if (is_five(board, p)) return false;
  int fours_made = 0;
  for (const auto& d : directions) {
    const Line line(board, p, d);
    if (line.row() > 5) return true;
    fours_made += fours(line).count;
  }
  if (fours_made >= 2) return true;
  int threes = 0;
  for (const auto& d : directions) threes += is_three(board, p, d);
  return threes >= 2;
}

/// Can there be a forbidden point at all: two black stones within four squares in two directions, or four within five
/// squares in one? A three has two stones besides the new one; an overline has five, two fours on a line have four.
bool is_crowded(const Board& board, Point p) {
  int lines = 0;
  for (const auto& d : directions) {
    const Line line(board, p, d);
    int near = 0, stones = 0;
    for (int k = -5; k <= 5; ++k)
      if (k != 0 && line.is_black(k)) {
        ++stones;
        near += k >= -4 && k <= 4;
      }
    if (stones >= 4) return true;
    lines += near >= 2;
  }
  return lines >= 2;
}

}  // namespace

bool is_forbidden(Board& board, Point p) {
  if (!is_crowded(board, p)) return false;
  board.place(black, p);
  const bool is_not_allowed = stone_is_forbidden(board, p);
  board.take_back();
  return is_not_allowed;
}

// A white stone takes fours and threes away, each on its own line. So a point that is no more than crowded on one line
// without four stones there is allowed, wherever White plays.
std::vector<Point> replies_that_forbid(Board& board, Stone c, Point p) {
  std::vector<Point> found;
  if (board.rule() != Rule::renju || c != black || !is_crowded(board, p)) return found;
  for (Point reply = 0; reply < board.points(); ++reply) {
    if (reply == p || !board.is_empty(reply)) continue;
    board.place(white, reply);
    if (is_forbidden(board, p)) found.push_back(reply);
    board.take_back();
  }
  return found;
}

// The attacker wins from no position that is over, and a full board is a draw.
bool is_over(const Board& board) {
  if (board.has_five(black) || board.has_five(white) || board.is_full()) return true;
  if (board.rule() != Rule::renju) return false;
  return std::any_of(board.stones().begin(), board.stones().end(), [&](Point p) {
    return board.at(p) == black && std::any_of(std::begin(directions), std::end(directions),
                                               [&](const auto& d) { return Line(board, p, d).row() > 5; });
  });
}

}  // namespace fiveproof::audit
