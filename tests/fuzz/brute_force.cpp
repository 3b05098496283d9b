#include "tests/fuzz/brute_force.hpp"

#include <array>
#include <unordered_map>
#include <vector>

namespace fiveproof::fuzz {
namespace {

constexpr int largest = 8;
enum Cell : std::uint8_t { empty, black, white };

class BruteForce {
 public:
  BruteForce(const Position& position, RuleSet rule, Color attacker, std::uint64_t max_nodes)
      : size_(position.size()), rule_(rule), attacker_(cell_of(attacker)), max_nodes_(max_nodes) {
    for (Color c : {Color::black, Color::white})
      for (Square s : position.stones(c)) cells_[index(s.column(), s.row())] = cell_of(c);
    empties_ = position.empties().size();
  }

  Outcome run(Color to_move) {
    const bool won = has_five(attacker_);
    const bool lost = has_five(other(attacker_));
    if (won || lost) return won && !lost ? Outcome::win : Outcome::no_win;
    const bool wins = attacker_wins(cell_of(to_move));
    return gave_up_ ? Outcome::unknown : wins ? Outcome::win : Outcome::no_win;
  }

 private:
  static Cell cell_of(Color c) { return c == Color::black ? black : white; }
  static Cell other(Cell c) { return c == black ? white : black; }
  [[nodiscard]] std::size_t index(int x, int y) const { return static_cast<std::size_t>(x * size_ + y); }
  [[nodiscard]] bool holds(int x, int y, Cell c) const {
    return x >= 0 && y >= 0 && x < size_ && y < size_ && cells_[index(x, y)] == c;
  }
  /// Stones of `c` in a row from (x, y), not counting it.
  [[nodiscard]] int run_length(int x, int y, int dx, int dy, Cell c) const {
    int length = 0;
    while (holds(x + (length + 1) * dx, y + (length + 1) * dy, c)) ++length;
    return length;
  }
  /// With a stone of `c` on (x, y), whatever it holds.
  [[nodiscard]] bool makes_five(int x, int y, Cell c) const {
    constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (const auto& [dx, dy] : steps) {
      const int length = 1 + run_length(x, y, dx, dy, c) + run_length(x, y, -dx, -dy, c);
      if (length == 5 || (length > 5 && rule_ == RuleSet::freestyle)) return true;
    }
    return false;
  }
  [[nodiscard]] bool has_five(Cell c) const {
    for (int x = 0; x < size_; ++x)
      for (int y = 0; y < size_; ++y)
        if (holds(x, y, c) && makes_five(x, y, c)) return true;
    return false;
  }
  [[nodiscard]] std::vector<std::size_t> five_cells(Cell c) const {
    std::vector<std::size_t> found;
    for (int x = 0; x < size_; ++x)
      for (int y = 0; y < size_; ++y)
        if (holds(x, y, empty) && makes_five(x, y, c)) found.push_back(index(x, y));
    return found;
  }
  [[nodiscard]] std::vector<std::size_t> moves(Cell mover) const {
    auto forced = five_cells(other(mover));
    if (!forced.empty()) return forced;  // any other move loses at once; of two, one is as good as the other
    for (std::size_t i = 0; i < static_cast<std::size_t>(size_ * size_); ++i)
      if (cells_[i] == empty) forced.push_back(i);
    return forced;
  }

  /// Nobody has a five. When the budget is gone the answer means nothing.
  bool attacker_wins(Cell mover) {
    if (empties_ == 0) return false;
    if (!five_cells(mover).empty()) return mover == attacker_;
    if (++nodes_ > max_nodes_) gave_up_ = true;
    if (gave_up_) return false;
    const auto key = this->key();  // the side to move follows from the number of stones
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    bool wins = mover != attacker_;
    for (const std::size_t i : moves(mover)) {
      cells_[i] = mover;
      --empties_;
      const bool after = attacker_wins(other(mover));
      cells_[i] = empty;
      ++empties_;
      if (after == (mover == attacker_)) {
        wins = after;
        break;
      }
    }
    if (!gave_up_) known_.emplace(key, wins);
    return wins;
  }

  [[nodiscard]] std::array<std::uint64_t, 2> stones() const {
    std::array<std::uint64_t, 2> bits{};
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (cells_[i] != empty) bits[cells_[i] == black ? 0 : 1] |= std::uint64_t{1} << i;
    return bits;
  }
  using Key = std::array<std::uint64_t, 2>;
  struct Hash {
    std::size_t operator()(const Key& k) const {
      return static_cast<std::size_t>(k[0] * 0x9E3779B97F4A7C15u ^ (k[1] * 0xC2B2AE3D27D4EB4Fu >> 7));
    }
  };
  [[nodiscard]] Key key() const { return stones(); }

  int size_;
  RuleSet rule_;
  Cell attacker_;
  std::uint64_t max_nodes_;
  std::uint64_t nodes_ = 0;
  bool gave_up_ = false;
  int empties_ = 0;
  std::array<Cell, largest * largest> cells_{};
  std::unordered_map<Key, bool, Hash> known_;
};

}  // namespace

Outcome brute_force(const Position& position, RuleSet rule, Color attacker, std::uint64_t max_nodes) {
  FIVEPROOF_ENSURE(position.size() <= largest);
  return BruteForce(position, rule, attacker, max_nodes).run(position.to_move());
}

}  // namespace fiveproof::fuzz
