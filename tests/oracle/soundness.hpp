// Compares db-search and replay with the oracle on random positions: every win they report must be confirmed.
#pragma once

#include <cstdint>
#include <ostream>

namespace fiveproof::oracle {

struct Comparison {
  std::uint64_t positions = 0;
  std::uint64_t freestyle = 0;
  std::uint64_t wins = 0;            ///< positions won with the heuristics
  std::uint64_t wins_unreduced = 0;  ///< positions won without the reductions
  std::uint64_t wins_other = 0;      ///< positions won with options drawn at random
  std::uint64_t long_wins = 0;       ///< positions on 15x15 whose win has four or more attacker moves
  std::uint64_t longest = 0;         ///< attacker moves
  std::uint64_t cut_short = 0;
  std::uint64_t refuted_sequences = 0;

  std::uint64_t replays = 0;
  std::uint64_t replays_of_reply = 0;   ///< accepted after one more defender stone
  std::uint64_t replays_of_change = 0;  ///< accepted after stones were added or taken away
  std::uint64_t replays_of_planted =
      0;  ///< accepted after rows of defender stones were set across the sequence
  std::uint64_t replays_of_other = 0;     ///< accepted, found in another position
  std::uint64_t replays_of_mutation = 0;  ///< accepted, a sequence nobody found
  std::uint64_t mirrored = 0;             ///< whole position and sequence mirrored: accepted

  std::uint64_t true_but_rejected = 0;  ///< after a reply: replay says no, the oracle confirms
  std::uint64_t short_wins = 0;  ///< positions won by fours alone, at most four of them before the last
  std::uint64_t short_wins_missed = 0;  ///< of these, found by neither search

  std::uint64_t queries = 0;  ///< questions to the oracle
  std::uint64_t oracle_nodes = 0;
  std::uint64_t any_order = 0;           ///< confirmed, but only when the claimed moves may be exchanged
  std::uint64_t unconfirmed = 0;         ///< must be 0
  std::uint64_t undecided = 0;           ///< the oracle's budget was spent; must be 0
  std::uint64_t inconsistent = 0;        ///< a found win that replay rejects; must be 0
  std::uint64_t lost_when_mirrored = 0;  ///< a win that replay rejects on the mirrored board; must be 0

  [[nodiscard]] std::uint64_t failures() const {
    return unconfirmed + undecided + inconsistent + lost_when_mirrored;
  }
};

/// `count` positions from `seed`, half of them made for long wins. Each failure is written to `log` as a
/// diagram.
[[nodiscard]] Comparison compare(std::uint64_t count, std::uint64_t seed, std::ostream& log);

void print(const Comparison& figures, std::ostream& out);

}  // namespace fiveproof::oracle
