// The oracle for all three rule sets, made for renju: does the attacker really win?
//
// It is written from the rules, slow and obvious, and knows nothing of dbsearch and of the fives of game/;
// forbidden points are those of tests/game/literal_forbidden.hpp. The defender is searched at FULL WIDTH,
// every empty square at each of his turns; a reply of a Black defender on a forbidden point loses at once,
// and where he has no other he has lost. A full board is a draw, and so no win. The attacker is tied down; at
// his turn he
//   1. makes a five if he can;
//   2. 2. otherwise parries, if the defender could make a five. Two such squares, or one that is forbidden:
//      he has lost;
//   3. otherwise tries, in any order, every legal move that makes a four and every legal claimed square.
// So `confirmed` is a proof that the attacker wins. `refuted` says only that claimed squares and fours do not
// do it. A plan says which move the attacker tries at 3, after which replies: that saves a search, and is no
// less a proof.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "game/position.hpp"

namespace fiveproof::renju_oracle {

struct Rules {
  RuleSet rule = RuleSet::renju;
  /// Off: Black may play anywhere, also under renju. To see whether a forbidden point matters.
  bool with_forbidden_points = true;
};

/// Stones in a grid with a margin of squares that are off the board.
class Board {
 public:
  Board(const Position& position, Rules rules);

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] bool is_empty(Square s) const { return cell(s.column(), s.row()) == empty; }
  void put(Color c, Square s);
  void take(Square s);

  /// Does any row of `c` win?
  [[nodiscard]] bool has_five(Color c) const;
  /// Would a stone of `c` on the empty square `s` make a five?
  [[nodiscard]] bool makes_five(Color c, Square s) const;
  [[nodiscard]] std::vector<Square> empties() const;
  /// The empty squares on which `c` makes a five.
  [[nodiscard]] std::vector<Square> five_squares(Color c) const;
  /// May `c` play on the empty square `s`? A five is asked for before forbidden points.
  [[nodiscard]] bool is_legal(Color c, Square s) const;
  /// The moves after which `c` has a five square, legal or not. require: `c` has none now.
  [[nodiscard]] std::vector<Square> shapes_of_four(Color c);
  /// Those of them that are legal.
  [[nodiscard]] std::vector<Square> four_moves(Color c);
  /// Every stone, for comparing positions in full.
  [[nodiscard]] std::string key() const;

 private:
  enum Cell : char { empty = '.', black = 'X', white = 'O', off = '#' };
  static constexpr int margin = 5;
  static constexpr int width = max_board_size + 2 * margin;
  [[nodiscard]] static std::size_t place(int x, int y) {
    return static_cast<std::size_t>((x + margin) * width + y + margin);
  }
  [[nodiscard]] char& cell(int x, int y) { return cells_[place(x, y)]; }
  [[nodiscard]] char cell(int x, int y) const { return cells_[place(x, y)]; }
  /// A stone of `c` comes to `s` or leaves it: `by` is 1 or -1.
  void count_near(Color c, Square s, int by);
  /// Are there four stones of `c` within four squares of `s` on one line? Otherwise a stone on `s` is in no
  /// five.
  [[nodiscard]] bool has_four_near(Color c, Square s) const;
  /// The longest row that a stone of `c` on `s` is in, along one direction.
  [[nodiscard]] int row_length(Color c, Square s, int direction) const;
  [[nodiscard]] bool is_five(Color c, int length) const;
  /// Few enough black stones around `s` say that it is not forbidden.
  [[nodiscard]] bool may_be_forbidden(Square s) const;

  static constexpr std::size_t places = static_cast<std::size_t>(width) * width;

  Position position_;
  Rules rules_;
  std::array<char, places> cells_{};
  SquareSet empty_;
  // To save time, for each colour: how many stones are near a square, by direction, and where there are four.
  std::array<std::array<std::array<std::uint8_t, 4>, places>, 2> near_{};
  std::array<SquareSet, 2> four_near_;
};

enum class Outcome { confirmed, refuted, unknown };

struct Options {
  std::uint64_t node_budget = 200'000;
  /// Against a four play only the square that parries it. Off: all replies are played out there, too; for
  /// testing the oracle itself.
  bool prune = true;
};

struct Answer {
  Outcome outcome = Outcome::unknown;
  std::uint64_t nodes = 0;
};

/// The attacker is to move, whatever position.to_move() says. A position with a five of either side is
/// `refuted`.
[[nodiscard]] Answer check(const Position& position, Rules rules, Color attacker,
                           const std::vector<Square>& claim, const Options& options = {});

/// What the attacker does: the first step's move, and after a reply that has a branch the steps of that
/// branch, after all others the next step.
struct PlanStep;
using Plan = std::vector<PlanStep>;
struct PlanBranch {
  Square reply;
  Plan steps;
};
struct PlanStep {
  Square move;
  std::vector<PlanBranch> branches = {};
};
/// Does the attacker win by this plan? No says only that it is not carried out as it stands.
[[nodiscard]] bool wins_by_plan(const Position& position, Rules rules, Color attacker, const Plan& plan);

struct FoursAnswer {
  Outcome outcome = Outcome::unknown;
  std::vector<Square>
      line;  ///< when confirmed: the fours up to the last one; empty if there is a five at once
};
/// Does the attacker win by fours alone? All lines of fours are tried, so that `refuted` means that there is
/// none.
[[nodiscard]] FoursAnswer fours_alone(const Position& position, Rules rules, Color attacker,
                                      std::uint64_t node_budget = 200'000);

/// Does the attacker win by playing these fours, and the answers that they leave, one after the other?
[[nodiscard]] bool plays_out(const Position& position, Rules rules, Color attacker,
                             const std::vector<Square>& fours);

}  // namespace fiveproof::renju_oracle
