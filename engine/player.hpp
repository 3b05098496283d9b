// Which move, and why: from a proof, by a win that is forced, or on its own.
//
//   a five               it is made
//   the proof            a stored move is played
//   a sequence           a win by fours or threats is played to its end
//   on its own           the defence against such a win of the other side; else what alpha-beta likes best,
//   among moves
//                        that do not lose at once to one
//
// A move is always legal, and comes within the time of the Thought but for the milliseconds of one small
// search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/alpha_beta.hpp"
#include "engine/proof_shelf.hpp"
#include "engine/winning_play.hpp"

namespace fiveproof::engine {

enum class Why : std::uint8_t { proof, sequence, alone };

struct Choice {
  Square move;
  Why why = Why::alone;
  std::string text;  ///< for MESSAGE: where it stands
};

class Player {
 public:
  /// The game of the shelf's open proofs. require: the shelf outlives it; is_board_size(size).
  Player(RuleSet rule, int size, ProofShelf& shelf, std::size_t table_bytes);

  /// A move for the side to move; nothing where it has no legal one. require: nobody has a five.
  [[nodiscard]] std::optional<Choice> choose(const Position& position, const Thought& thought,
                                             const SearchLimits& limits = {});
  /// What the position is worth to the side to move, in points of Searched.
  [[nodiscard]] int worth(const Position& position, const Thought& thought, const SearchLimits& limits = {});

 private:
  [[nodiscard]] std::optional<Choice> from_proof(const Position& position);
  [[nodiscard]] std::optional<Choice> by_force(const Position& position, const Thought& thought);
  [[nodiscard]] std::optional<Choice> parry(const Position& position);
  [[nodiscard]] Choice alone(const Position& position, const Thought& thought, const SearchLimits& limits);
  [[nodiscard]] std::vector<Square> candidates(const Position& position, const Thought& thought);
  [[nodiscard]] std::vector<Square> that_hold(const Position& position, const std::vector<Square>& moves,
                                              const Thought& thought);

  RuleSet rule_;
  int size_;
  ProofShelf& shelf_;
  WinningPlay winning_;
  AlphaBeta alpha_beta_;
  Why last_ = Why::alone;  ///< of the move before: a four that is parried is part of what was going on
};

}  // namespace fiveproof::engine
