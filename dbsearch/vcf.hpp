// Continuous fours: does the attacker win by fours alone?
//
// Exact for every rule set and either colour: each four is played on the real board, against the one reply
// that it leaves; forbidden points are asked for both as moves of Black and as answers that Black may not
// give; counter-fours of the defender have to be parried by the attacker's next four. What is found is a line
// of fours; that it wins can be seen by playing it, which is what replay() does.
//
//     Vcf vcf(RuleSet::renju, 15);
//     vcf.set_position(position, Color::black);              // Black is to move and attacks
//     const VcfResult found = vcf.search(10'000);
//     if (found.win) ... found.fours ...
//
// A Vcf is used by one thread at a time.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "dbsearch/threat.hpp"
#include "game/position.hpp"
#include "game/rules.hpp"

namespace fiveproof::dbsearch {

/// A line of fours by their gain squares, in the order of play; each answer follows from the board. It ends
/// with a four that cannot be answered, or is empty where the attacker makes a five at once.
using FourLine = std::vector<Square>;

struct VcfResult {
  bool win = false;
  bool cut_short = false;   ///< there is no win, and a limit ended the search
  std::uint32_t nodes = 0;  ///< positions with the attacker to move that were looked at
  FourLine fours;           ///< when `win`
};

class Vcf {
 public:
  /// require: is_board_size(size).
  Vcf(RuleSet rule, int size);
  ~Vcf();
  Vcf(Vcf&&) noexcept;
  Vcf& operator=(Vcf&&) noexcept;

  // -- setup --
  /// The stones of `position`; its side to move is ignored. require: position.size() is the size.
  void set_position(const Position& position, Color attacker);
  /// Puts one more stone. require: the square is empty.
  void put(Color c, Square s);
  /// Takes back the last put(). require: there is one since set_position().
  void undo();

  // -- ask; the attacker is to move, and the board is the same afterwards --
  /// Searches at most `node_limit` positions. A position that holds a five of either side has no win.
  [[nodiscard]] VcfResult search(std::uint32_t node_limit);
  /// Does the attacker win by these fours?
  [[nodiscard]] bool replay(std::span<const Square> fours);
  /// With one more defender stone on any empty square outside this set replay(fours) says yes again. It is
  /// what was read: the squares of the fours and of their answers, all windows in which the defender had
  /// three stones or more (outside of them a stone makes no four), and what a question for a forbidden point
  /// looked at, unless no white stone could change its answer. require: replay(fours).
  [[nodiscard]] SquareSet squares_read(std::span<const Square> fours);
  /// The fours as threats, with which tools that tell of sequences can do. require: replay(fours).
  [[nodiscard]] ThreatSequence threats_of(std::span<const Square> fours);
  /// May `c` play `s`? As is_legal() of game/legal_moves.hpp, and faster.
  [[nodiscard]] bool is_legal(Color c, Square s) const;
  /// The squares on which the defender, if it were his move, made a five; two at most.
  [[nodiscard]] std::vector<Square> defender_five_squares() const;
  /// Does a stone of the defender on `s` make a four or a five? Windows are taken as in free-style.
  /// require: `s` is empty.
  [[nodiscard]] bool makes_four(Square s) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fiveproof::dbsearch
