// The rules and nothing else, slow and plain: what the kernel says is held against this. A position is a
// string of cells, a five is found by walking along rows, and who wins by playing everything out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tests/game/literal_forbidden.hpp"
#include "verify/audit/kernel.hpp"

namespace fiveproof::audit::test {

/// By point: '.', 'b' or 'w'.
using Cells = std::string;
[[nodiscard]] inline char letter(Stone c) { return c == black ? 'b' : 'w'; }

class PlainRules {
 public:
  PlainRules(Rule rule, int size) : rule_(rule), size_(size) {}

  [[nodiscard]] Rule rule() const { return rule_; }
  [[nodiscard]] int size() const { return size_; }
  /// Does the stone at `p` stand in a five?
  [[nodiscard]] bool is_in_five(const Cells& cells, Point p) const {
    for (const auto& [dx, dy] : std::vector<std::pair<int, int>>{{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      int length = 1;
      for (const int sign : {1, -1})
        for (int k = 1;; ++k) {
          const int x = p / size_ + sign * k * dx;
          const int y = p % size_ + sign * k * dy;
          if (x < 0 || y < 0 || x >= size_ || y >= size_ || cells[at(x, y)] != cells[at(p)]) break;
          ++length;
        }
      const bool longer_counts =
          rule_ == Rule::freestyle || (rule_ == Rule::renju && cells[at(p)] == letter(white));
      if (length == 5 || (length > 5 && longer_counts)) return true;
    }
    return false;
  }
  [[nodiscard]] bool has_five(const Cells& cells, Stone c) const {
    for (Point p = 0; p < size_ * size_; ++p)
      if (cells[at(p)] == letter(c) && is_in_five(cells, p)) return true;
    return false;
  }
  [[nodiscard]] std::vector<Point> five_points(Cells cells, Stone c) const {
    std::vector<Point> found;
    for (const Point p : empties(cells)) {
      cells[at(p)] = letter(c);
      if (is_in_five(cells, p)) found.push_back(p);
      cells[at(p)] = '.';
    }
    return found;
  }
  [[nodiscard]] std::vector<Point> empties(const Cells& cells) const {
    std::vector<Point> found;
    for (Point p = 0; p < size_ * size_; ++p)
      if (cells[at(p)] == '.') found.push_back(p);
    return found;
  }
  /// May `c` play on the empty square `p`? Word by word the rule of renju, for Black.
  [[nodiscard]] bool may_play(const Cells& cells, Stone c, Point p) const {
    if (rule_ != Rule::renju || c != black) return true;
    fiveproof::test::LiteralForbidden literal(position(cells));
    return literal.kind_of(Square(p / size_, p % size_)) == fiveproof::Forbidden::no;
  }
  /// The empty squares that `c` may play.
  [[nodiscard]] std::vector<Point> legal(const Cells& cells, Stone c) const {
    std::vector<Point> found = empties(cells);
    std::erase_if(found, [&](Point p) { return !may_play(cells, c, p); });
    return found;
  }
  /// Has Black a row of six or more in renju, so that the game is over?
  [[nodiscard]] bool is_dead(const Cells& cells) const {
    const PlainRules longer(Rule::freestyle, size_), exact(Rule::standard, size_);
    for (Point p = 0; p < size_ * size_ && rule_ == Rule::renju; ++p)
      if (cells[at(p)] == letter(black) && longer.is_in_five(cells, p) && !exact.is_in_five(cells, p))
        return true;
    return false;
  }
  [[nodiscard]] Position position(const Cells& cells) const {
    Position made(size_);
    for (Point p = 0; p < size_ * size_; ++p)
      if (cells[at(p)] != '.')
        made.put(cells[at(p)] == 'b' ? Color::black : Color::white, Square(p / size_, p % size_));
    return made;
  }
  [[nodiscard]] Board board(const Cells& cells) const {
    Board made(rule_, size_);
    for (Point p = 0; p < size_ * size_; ++p)
      if (cells[at(p)] != '.') made.place(cells[at(p)] == 'b' ? black : white, p);
    return made;
  }
  [[nodiscard]] static std::size_t at(Point p) { return static_cast<std::size_t>(p); }

 private:
  [[nodiscard]] std::size_t at(int x, int y) const { return static_cast<std::size_t>(x * size_ + y); }
  Rule rule_;
  int size_;
};

[[nodiscard]] inline Cells cells_of(const Board& board) {
  Cells cells;
  for (const Stone c : board.cells()) cells += c == none ? '.' : letter(c);
  return cells;
}

/// Plays everything out: for positions with some ten empty squares.
class Solver {
 public:
  Solver(const PlainRules& rules, Stone attacker) : rules_(rules), attacker_(attacker) {}

  [[nodiscard]] bool is_won(const Cells& cells, Stone to_move) {
    if (rules_.has_five(cells, black) || rules_.has_five(cells, white) || rules_.is_dead(cells)) return false;
    Cells copy = cells;
    return wins(copy, to_move);
  }
  /// No five on the board, the attacker to move: his first move that wins; if there is none, the move after
  /// which the defender has the fewest good replies.
  [[nodiscard]] Point best_move(Cells cells) {
    Point best = -1;
    std::size_t fewest = 1000;
    for (const Point p : rules_.legal(cells, attacker_)) {
      cells[PlainRules::at(p)] = letter(attacker_);
      const std::size_t good = rules_.is_in_five(cells, p) ? 0 : good_replies(cells);
      cells[PlainRules::at(p)] = '.';
      if (good < fewest) {
        fewest = good;
        best = p;
      }
    }
    return best;
  }

 private:
  [[nodiscard]] std::size_t good_replies(Cells& cells) {
    const Stone defender = other(attacker_);
    std::size_t good = 0;
    for (const Point p : rules_.legal(cells, defender)) {
      cells[PlainRules::at(p)] = letter(defender);
      if (rules_.is_in_five(cells, p) || !wins(cells, attacker_)) ++good;
      cells[PlainRules::at(p)] = '.';
    }
    return rules_.empties(cells).empty() ? 1 : good;
  }
  bool wins(Cells& cells, Stone to_move) {
    cells += letter(to_move);  // a key: position and side
    const auto known = known_.find(cells);
    const bool is_known = known != known_.end();
    const bool value = is_known && known->second;
    cells.pop_back();
    if (is_known) return value;
    // Without an empty square it is a draw; a defender who may play on none of them has lost.
    bool wins_here = to_move != attacker_;
    const bool any = !rules_.empties(cells).empty();
    for (const Point p : rules_.legal(cells, to_move)) {
      cells[PlainRules::at(p)] = letter(to_move);
      const bool won = rules_.is_in_five(cells, p) ? to_move == attacker_ : wins(cells, other(to_move));
      cells[PlainRules::at(p)] = '.';
      if (won == (to_move == attacker_)) {
        wins_here = won;
        break;
      }
    }
    known_[cells + letter(to_move)] = any && wins_here;
    return any && wins_here;
  }

  PlainRules rules_;
  Stone attacker_;
  std::unordered_map<std::string, bool> known_;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int n) { return below(n) == 0; }
  template <typename Range>
  void shuffle(Range& range) {
    std::shuffle(range.begin(), range.end(), random_);
  }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }
  /// `empty` squares stay empty; of the stones so many in ten are of `more`. No fives.
  Cells board(const PlainRules& rules, int empty, Stone more, int in_ten) {
    const int points = rules.size() * rules.size();
    for (;;) {
      Cells cells(static_cast<std::size_t>(points), '.');
      for (int left = points - empty; left > 0;) {
        char& cell = cells[static_cast<std::size_t>(below(points))];
        if (cell != '.') continue;
        cell = letter(below(10) < in_ten ? more : other(more));
        --left;
      }
      // Stones that make a five change sides or vanish; then again.
      for (int i = 0; i < 20 && (rules.has_five(cells, black) || rules.has_five(cells, white)); ++i)
        for (Point p = 0; p < points; ++p)
          if (char& cell = cells[PlainRules::at(p)]; cell != '.' && rules.is_in_five(cells, p))
            cell = cell == 'b' ? 'w' : 'b';
      if (!rules.has_five(cells, black) && !rules.has_five(cells, white)) return cells;
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace fiveproof::audit::test
