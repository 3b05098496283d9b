#include "forbidden.hpp"

#include <algorithm>
#include <array>
#include <bitset>

namespace fiveproof::audit {
namespace {

constexpr int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/// The board with stones more that are tried. It notes each empty square that was asked for and found empty:
/// on no other would a white stone have changed an answer, as it is not black either.
class Trial {
 public:
  explicit Trial(const Board& board) : size_(board.size()) {
    std::copy(board.cells().begin(), board.cells().end(), cells_.begin());
  }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool is_black(Point p) const { return p >= 0 && cells_[p] == black; }
  [[nodiscard]] bool is_empty(Point p) {
    if (p < 0 || cells_[p] != none) return false;
    seen_empty_.set(p);
    return true;
  }
  void set(Point p, Stone c) { cells_[p] = c; }
  [[nodiscard]] const auto& seen_empty() const { return seen_empty_; }

 private:
  static constexpr int max_points = Board::max_size * Board::max_size;
  int size_;
  std::array<Stone, max_points> cells_{};
  std::bitset<max_points> seen_empty_;
};

/// The squares on one line through a point, by their distance from it; it looks at the board as it is.
class Line {
 public:
  Line(Trial& board, Point p, const int (&direction)[2])
      : board_(board), x_(p / board.size()), y_(p % board.size()), dx_(direction[0]), dy_(direction[1]) {}
  [[nodiscard]] Point point(int k) const {
    const int x = x_ + k * dx_, y = y_ + k * dy_;
    return x < 0 || y < 0 || x >= board_.size() || y >= board_.size() ? -1 : x * board_.size() + y;
  }
  [[nodiscard]] bool is_black(int k) const { return board_.is_black(point(k)); }
  [[nodiscard]] bool is_empty(int k) const { return board_.is_empty(point(k)); }
  /// How many black stones are near that at distance 0: at most so many squares off, itself left out.
  [[nodiscard]] int near(int distance) const {
    int stones = 0;
    for (int k = 1; k <= distance; ++k) stones += is_black(k) + is_black(-k);
    return stones;
  }
  /// How many black stones stand in an unbroken row with that at distance 0.
  [[nodiscard]] int row() const {
    int first = 0, last = 0;
    while (is_black(first - 1)) --first;
    while (is_black(last + 1)) ++last;
    return last - first + 1;
  }
  /// Does a stone at distance k make five of the squares [first, first + 5), 0 and k among them? They are
  /// black but for k, and the row is not longer.
  [[nodiscard]] bool is_five_with(int k, int first) const {
    if (k < first || k > first + 4) return false;
    for (int i = first; i < first + 5; ++i)
      if (i != k && !is_black(i)) return false;
    return !is_black(first - 1) && !is_black(first + 5) && is_empty(k);
  }

 private:
  Trial& board_;
  int x_, y_, dx_, dy_;
};

/// The fours that the black stone at distance 0 is part of, each once. Its four stones tell a four: two
/// squares that complete the same four stones are two ways to make five of one four.
struct Fours {
  int count = 0;
  bool is_straight = false;
};
Fours fours(const Line& line) {
  Fours found;
  if (line.near(4) < 3) return found;
  for (int first = -4; first <= 0; ++first) {
    int ways = 0;
    for (int k = first; k < first + 5; ++k) ways += line.is_five_with(k, first);
    if (ways == 0) continue;  // at most one square of the five is empty
    // The five squares to the right hold the same four stones if these ones lie together at their right end.
    const bool is_same = line.is_empty(first) && first < 0 && line.is_five_with(first + 5, first + 1);
    if (is_same) found.is_straight = true;
    if (!is_same) ++found.count;
  }
  return found;
}

bool is_five(Trial& board, Point p) {
  return std::any_of(std::begin(directions), std::end(directions),
                     [&](const auto& d) { return Line(board, p, d).row() == 5; });
}

bool stone_is_forbidden(Trial& board, Point p);

/// Is the row of the black stone on `p` a three? Each square of the line is tried for the stone to add.
bool is_three(Trial& board, Point p, const int (&direction)[2]) {
  const Line line(board, p, direction);
  if (line.near(4) < 2 || fours(line).count > 0) return false;
  for (int k = -4; k <= 4; ++k) {
    if (k == 0 || !line.is_empty(k)) continue;
    const Point next = line.point(k);
    board.set(next, black);
    // The straight four has both stones: that on p as others are not looked at, this one as it was no four
    // before.
    const bool counts = fours(line).is_straight && !is_five(board, next) && !stone_is_forbidden(board, next);
    board.set(next, none);
    if (counts) return true;
  }
  return false;
}

/// Is the black stone that stands on `p` one that was forbidden?
bool stone_is_forbidden(Trial& board, Point p) {
  // Five: a stone that makes one is never forbidden.
  if (is_five(board, p)) return false;
  int fours_made = 0;
  for (const auto& d : directions) {
    const Line line(board, p, d);
    // Overline: six or more in a row.
    if (line.row() > 5) return true;
    fours_made += fours(line).count;
  }
  // Double four: two fours or more, on one line or on two.
  if (fours_made >= 2) return true;
  // Double three: threes on two lines or more.
  int threes = 0;
  for (const auto& d : directions) threes += is_three(board, p, d);
  return threes >= 2;
}

bool is_forbidden(Trial& board, Point p) {
  board.set(p, black);
  const bool is_not_allowed = stone_is_forbidden(board, p);
  board.set(p, none);
  return is_not_allowed;
}

/// Can there be a forbidden point at all: two black stones within four squares in two directions, or four
/// within five squares in one? A three has two stones besides the new one; an overline has five, two fours on
/// a line have four.
bool is_crowded(Trial& board, Point p) {
  int lines = 0;
  for (const auto& d : directions) {
    const Line line(board, p, d);
    if (line.near(5) >= 4) return true;
    lines += line.near(4) >= 2;
  }
  return lines >= 2;
}

}  // namespace

bool is_forbidden(const Board& board, Point p) {
  Trial trial(board);
  return is_crowded(trial, p) && is_forbidden(trial, p);
}

// A white stone takes fours and threes away, each on its own line. So a point that is crowded on one line at
// most, without four stones there, is allowed wherever White plays. Else White's stone changes nothing on a
// square that was not seen to be empty when there was none.
std::vector<Point> replies_that_forbid(const Board& board, Stone c, Point p) {
  std::vector<Point> found;
  if (board.rule() != Rule::renju || c != black) return found;
  Trial trial(board);
  if (!is_crowded(trial, p)) return found;
  const bool is_forbidden_now = is_forbidden(trial, p);
  const auto seen_empty = trial.seen_empty();
  for (Point reply = 0; reply < board.points(); ++reply) {
    if (reply == p || !board.is_empty(reply)) continue;
    trial.set(reply, white);
    if (seen_empty[reply] ? is_forbidden(trial, p) : is_forbidden_now) found.push_back(reply);
    trial.set(reply, none);
  }
  return found;
}

// Over: the attacker wins from no such position.
bool is_over(const Board& board) {
  // A five of either side ends the game; on a full board it is a draw.
  if (board.has_five(black) || board.has_five(white) || board.is_full()) return true;
  // Under renju a row of six or more of Black's ends it, too.
  if (board.rule() != Rule::renju) return false;
  Trial trial(board);
  for (const Point p : board.stones()) {
    if (board.at(p) != black) continue;
    for (const auto& d : directions)
      if (Line(trial, p, d).row() > 5) return true;
  }
  return false;
}

}  // namespace fiveproof::audit
