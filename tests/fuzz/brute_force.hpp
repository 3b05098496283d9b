// Does the attacker win a small position? Everything is played out; only the rules are known.
//
// No threats, no symmetries, and a five is found by walking along the board. The one cut is that a side that
// can make a five makes it, and a side whose opponent could make one must stand in its way.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "game/position.hpp"

namespace fiveproof::fuzz {

enum class Outcome { win, no_win, unknown };

/// One board size, rule set and attacker; keeps what it has found between questions.
class BruteForce {
 public:
  static constexpr int max_size = 8;
  /// require: size <= max_size.
  BruteForce(RuleSet rule, int size, Color attacker);

  /// The side to move is position.to_move(). `unknown` when more than `max_nodes` positions would be looked
  /// at. A position that already holds a five of the attacker is won, of the defender or of both: no_win.
  /// require: a position of the board's size.
  [[nodiscard]] Outcome ask(const Position& position, std::uint64_t max_nodes);

 private:
  enum Cell : std::uint8_t { empty, black, white };
  struct Key {
    std::array<std::uint64_t, 2> stones;
    Cell mover;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  [[nodiscard]] static Cell cell_of(Color c) { return c == Color::black ? black : white; }
  [[nodiscard]] static Cell other(Cell c) { return c == black ? white : black; }
  [[nodiscard]] std::size_t index(int x, int y) const { return static_cast<std::size_t>(x * size_ + y); }
  void set_up(const Position& position);
  [[nodiscard]] bool holds(int x, int y, Cell c) const;
  [[nodiscard]] int run_length(int x, int y, int dx, int dy, Cell c) const;
  [[nodiscard]] bool makes_five(int x, int y, Cell c) const;
  [[nodiscard]] bool has_five(Cell c) const;
  [[nodiscard]] std::vector<std::size_t> five_cells(Cell c) const;
  [[nodiscard]] std::vector<std::size_t> moves(Cell mover) const;
  [[nodiscard]] Key key(Cell mover) const;
  bool attacker_wins(Cell mover);

  int size_;
  RuleSet rule_;
  Cell attacker_;
  std::array<Cell, max_size * max_size> cells_{};
  int empties_ = 0;
  std::uint64_t nodes_left_ = 0;
  bool gave_up_ = false;
  std::unordered_map<Key, bool, Hash> known_;
};

}  // namespace fiveproof::fuzz
