// Compares Vcf and ExactSearch with the oracle of renju_oracle.hpp on random positions: every win that they
// report must be confirmed, and Vcf must find a line of fours wherever there is one.
//
// Positions are chosen so that forbidden points matter: those in which they do not are thrown away while they
// are more than four in five. A forbidden point *matters* when the verdict is another one if Black may play
// anywhere:
//   White attacks: a win that was found is refuted then;
//   Black attacks: nothing was found, there is a win then, and the oracle refutes its moves as the rules are.
#pragma once

#include <cstdint>
#include <ostream>

#include "game/rules.hpp"

namespace fiveproof::renju_oracle {

struct Comparison {
  std::uint64_t made = 0;         ///< positions, those that were thrown away as well
  std::uint64_t positions = 0;    ///< kept
  std::uint64_t matter = 0;       ///< of the positions: with a forbidden point that matters
  std::uint64_t matter_anew = 0;  ///< of these: not made by changing stones of a position that was found
  std::uint64_t otherwise = 0;  ///< it does not, but the line of fours that Black had without it does not win
  std::uint64_t wins = 0;       ///< of the positions: won by Vcf or ExactSearch
  std::uint64_t wins_matter = 0;  ///< of these: in `matter` or `otherwise`
  std::uint64_t wins_by_fours = 0;
  std::uint64_t wins_by_moves = 0;  ///< by ExactSearch, and there is no win by fours
  std::uint64_t longest_fours = 0;
  std::uint64_t longest_moves = 0;

  std::uint64_t squares_outside = 0;  ///< replies outside squares_read(), each replayed
  std::uint64_t squares_read = 0;
  std::uint64_t replays_of_reply = 0;   ///< accepted after one more defender stone
  std::uint64_t replays_of_change = 0;  ///< accepted after stones were added or taken away
  std::uint64_t moves_of_reply = 0;     ///< the same for ExactSearch::wins_with
  std::uint64_t moves_played_like = 0;  ///< the same for ExactSearch::play_out, like before the reply
  std::uint64_t moves_of_change = 0;
  std::uint64_t queries = 0;  ///< questions to the oracle
  std::uint64_t by_plan = 0;  ///< of these: the plan that the search made wins, and nothing else was asked
  std::uint64_t oracle_nodes = 0;
  std::uint64_t fours_compared = 0;   ///< positions in which the oracle told whether fours win
  std::uint64_t fours_undecided = 0;  ///< it could not tell, or Vcf could not
  std::uint64_t exact_misses = 0;     ///< won by fours and not by ExactSearch
  std::uint64_t not_again = 0;        ///< won by ExactSearch, and wins_with() does not say so
  std::uint64_t undecided = 0;        ///< wins for which the oracle's budget was spent

  // -- must be 0 --
  std::uint64_t unconfirmed = 0;
  std::uint64_t inconsistent = 0;  ///< a win that replay() rejects on its own position
  std::uint64_t spoiled = 0;       ///< a reply outside squares_read() after which replay() says no
  std::uint64_t overlooked =
      0;  ///< a four of the defender outside squares_read(), or not seen by makes_four()
  std::uint64_t fours_missed = 0;      ///< there is a line of fours, and Vcf does not find it
  std::uint64_t played_otherwise = 0;  ///< replay() and the same fours played by the oracle do not agree

  [[nodiscard]] std::uint64_t failures() const {
    return unconfirmed + inconsistent + spoiled + overlooked + fours_missed + played_otherwise;
  }
};

/// Until `count` positions are kept. Each failure is written to `log` as a diagram.
[[nodiscard]] Comparison compare(RuleSet rule, Color attacker, std::uint64_t count, std::uint64_t seed,
                                 std::ostream& log);

void print(const Comparison& figures, std::ostream& out);

}  // namespace fiveproof::renju_oracle
