// The judge: was it right to accept this file? A slow walk over the proof that knows only the rules.
//
// It walks from each root over ALL legal replies. Positions are the same when one of eight images, worked out
// in its own way, is the same character by character. A reply that is not stored, and a record without a
// move, must be a true win: the oracle (tests/oracle) plays the defender at full width against it, with no
// more help than lists of squares from db-search, for the position and for those met before it; where that
// fails, with lists for every reply to the first move, and once more; where that fails as well and few
// squares are left, everything is played out. What it cannot decide counts against whoever accepted it.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "game/square.hpp"
#include "tests/mutants/draft.hpp"

namespace fiveproof::dbsearch {
class ExactSearch;
class Searcher;
}  // namespace fiveproof::dbsearch

namespace fiveproof::mutants {

enum class Judgement { valid, wrong, undecided };

/// One position stored with different moves: proved by none of them, as the format says, or, which is true as
/// well, by any that proves it.
enum class Contradictions { wrong, any_that_proves };

struct Reason {
  Judgement judgement = Judgement::valid;
  std::string text;  ///< empty when valid
};

class Judge {
 public:
  Judge();
  ~Judge();

  /// Does the file prove what it claims, and, if something is expected, exactly that?
  [[nodiscard]] Reason judge(const std::optional<Draft>& draft, const std::optional<GridClaim>& expected,
                             Contradictions contradictions = Contradictions::wrong);
  /// The attacker, to move, wins: `valid`, or `wrong` (played out), or `undecided`. Remembered.
  [[nodiscard]] Judgement truth(const Grid& grid, Rule rule, char attacker) {
    return truth(grid, rule, attacker, 0);
  }

  [[nodiscard]] std::uint64_t truths_asked() const { return asked_; }
  [[nodiscard]] std::uint64_t truths_worked_out() const { return known_.size(); }

 private:
  class Walk;
  /// Squares of the attacker, to be tried in this order.
  struct Hint {
    int size;
    std::vector<Square> squares;
  };
  static constexpr std::size_t most_hints = 24;
  static constexpr int deepest = 2;  ///< moves played out before lists of squares do the rest
  Judgement truth(const Grid& grid, Rule rule, char attacker, int depth);
  Judgement work_out(const Grid& grid, Rule rule, char attacker, int depth);
  /// Hints for positions near this one, in which it may be the defender's turn.
  void learn(const Grid& grid, Rule rule, char attacker);
  bool wins_by(Grid grid, Rule rule, char attacker, int move, int depth);

  std::unordered_map<std::string, Judgement> known_;
  std::map<std::pair<int, int>, dbsearch::Searcher> searchers_;  // by rule and size: hints only
  std::map<int, dbsearch::ExactSearch> exact_;                   // of renju, by size: hints, too
  std::deque<Hint> hints_;                                       // the latest first
  std::uint64_t asked_ = 0;
};

}  // namespace fiveproof::mutants
