// The soundness oracle: does the attacker really win with these moves?
//
// It knows stones and fives and nothing else: no threats, no cost squares, no dependency, no code of dbsearch
// and not even the five test of game/. The defender is searched at FULL WIDTH, every empty square at each of
// his turns. The attacker is tied down; at his turn he
//   1. makes a five if he can;
//   2. otherwise blocks, if the defender could make a five (two such squares: he has lost);
//   3. otherwise makes a double five threat, two or more squares on which he makes a five, if he can: this
//      completes a three that was ignored, and a straight four that the claim ends with;
//   4. otherwise plays the first claimed square that does not hold his own stone. When there is none or the
//      defender sits on it, the claim has failed.
// So forced answers to the defender's fours have room: they may make fives and fall on claimed squares.
//
// `confirmed` is a proof that the attacker wins. `refuted` says only that these moves do not do it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "game/position.hpp"

namespace fiveproof::oracle {

/// Stones, and for every line of five squares how many of them each colour holds.
class Board {
 public:
  Board(const Position& position, RuleSet rule);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int empties() const { return empties_; }
  [[nodiscard]] bool is_empty(Square s) const { return cell(s) == 0; }
  [[nodiscard]] bool holds(Color c, Square s) const { return cell(s) == 1 + index_of(c); }
  void put(Color c, Square s);
  void take(Square s);

  [[nodiscard]] bool has_five(Color c) const;
  /// The empty squares on which a stone of `c` makes a five, each once.
  [[nodiscard]] std::vector<Square> five_squares(Color c) const;
  /// The empty squares in a line of five that holds `stones` of `c` and none of the other colour, each once.
  [[nodiscard]] std::vector<Square> empties_of_lines(Color c, int stones) const;
  /// Moves that give `c` two or more five squares. require: `c` has no five square now.
  [[nodiscard]] std::vector<Square> double_five_moves(Color c);
  /// Every stone, for comparing positions in full.
  [[nodiscard]] std::string key() const;

 private:
  struct Geometry;
  static const Geometry& geometry_of(int size);
  [[nodiscard]] std::uint8_t cell(Square s) const { return cells_[static_cast<std::size_t>(s.number())]; }
  [[nodiscard]] bool is_extended(std::size_t line, Color c) const;

  int size_;
  RuleSet rule_;
  int empties_ = 0;
  const Geometry* geometry_;
  std::array<std::uint8_t, Square::count> cells_{};     // 0 empty, 1 black, 2 white
  std::array<std::vector<std::uint8_t>, 2> stones_in_;  // per colour and line of five
};

enum class Outcome { confirmed, refuted, unknown };

struct Options {
  std::uint64_t node_budget = 300'000;
  /// Leave out replies that lose at once. Off: every reply is played out; for testing the oracle itself.
  bool prune = true;
  /// In step 4 try every claimed square that is still empty, not only the first one.
  bool any_order = false;
};

struct Answer {
  Outcome outcome = Outcome::unknown;
  std::vector<Square> line;  ///< when refuted: the moves from the position, attacker first, up to the failure
  std::uint64_t nodes = 0;
};

/// The attacker is to move, whatever position.to_move() says. A position with a five of either side is
/// `refuted`.
[[nodiscard]] Answer check(const Position& position, RuleSet rule, Color attacker,
                           const std::vector<Square>& claim, const Options& options = {});

}  // namespace fiveproof::oracle
