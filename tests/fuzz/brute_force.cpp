#include "tests/fuzz/brute_force.hpp"

namespace fiveproof::fuzz {

BruteForce::BruteForce(RuleSet rule, int size, Color attacker)
    : size_(size), rule_(rule), attacker_(cell_of(attacker)) {
  FIVEPROOF_ENSURE(is_board_size(size) && size <= max_size);
}

Outcome BruteForce::ask(const Position& position, std::uint64_t max_nodes) {
  FIVEPROOF_ENSURE(position.size() == size_);
  set_up(position);
  const bool won = has_five(attacker_);
  const bool lost = has_five(other(attacker_));
  if (won || lost) return won && !lost ? Outcome::win : Outcome::no_win;
  nodes_left_ = max_nodes;
  gave_up_ = false;
  const bool wins = attacker_wins(cell_of(position.to_move()));
  return gave_up_ ? Outcome::unknown : wins ? Outcome::win : Outcome::no_win;
}

void BruteForce::set_up(const Position& position) {
  cells_.fill(empty);
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) cells_[index(s.column(), s.row())] = cell_of(c);
  empties_ = position.empties().size();
}

bool BruteForce::holds(int x, int y, Cell c) const {
  return x >= 0 && y >= 0 && x < size_ && y < size_ && cells_[index(x, y)] == c;
}

/// Stones of `c` in a row from (x, y), not counting it.
int BruteForce::run_length(int x, int y, int dx, int dy, Cell c) const {
  int length = 0;
  while (holds(x + (length + 1) * dx, y + (length + 1) * dy, c)) ++length;
  return length;
}

/// With a stone of `c` on (x, y), whatever it holds.
bool BruteForce::makes_five(int x, int y, Cell c) const {
  constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (const auto& [dx, dy] : steps) {
    const int length = 1 + run_length(x, y, dx, dy, c) + run_length(x, y, -dx, -dy, c);
    if (length == 5 || (length > 5 && rule_ == RuleSet::freestyle)) return true;
  }
  return false;
}

bool BruteForce::has_five(Cell c) const {
  for (int x = 0; x < size_; ++x)
    for (int y = 0; y < size_; ++y)
      if (holds(x, y, c) && makes_five(x, y, c)) return true;
  return false;
}

std::vector<std::size_t> BruteForce::five_cells(Cell c) const {
  std::vector<std::size_t> found;
  for (int x = 0; x < size_; ++x)
    for (int y = 0; y < size_; ++y)
      if (holds(x, y, empty) && makes_five(x, y, c)) found.push_back(index(x, y));
  return found;
}

std::vector<std::size_t> BruteForce::moves(Cell mover) const {
  auto found = five_cells(other(mover));
  if (!found.empty()) return found;  // any other move loses at once
  for (std::size_t i = 0; i < static_cast<std::size_t>(size_ * size_); ++i)
    if (cells_[i] == empty) found.push_back(i);
  return found;
}

/// Nobody has a five. When the budget is gone the answer means nothing.
bool BruteForce::attacker_wins(Cell mover) {
  if (empties_ == 0) return false;
  if (!five_cells(mover).empty()) return mover == attacker_;
  if (nodes_left_ == 0) gave_up_ = true;
  if (gave_up_) return false;
  --nodes_left_;
  const Key here = key(mover);
  if (const auto known = known_.find(here); known != known_.end()) return known->second;
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
  if (!gave_up_) known_.emplace(here, wins);
  return wins;
}

BruteForce::Key BruteForce::key(Cell mover) const {
  Key key{{}, mover};
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (cells_[i] != empty) key.stones[cells_[i] - 1u] |= std::uint64_t{1} << i;
  return key;
}

std::size_t BruteForce::Hash::operator()(const Key& key) const {
  const std::uint64_t sum = key.stones[0] * 0x9E3779B97F4A7C15u + key.stones[1] * 0xC2B2AE3D27D4EB4Fu;
  return static_cast<std::size_t>(sum ^ sum >> 29 ^ key.mover);
}

}  // namespace fiveproof::fuzz
