// All that a proof says at one position, as probe, the page and the engine show it.
#pragma once

#include <optional>

#include "explore/below.hpp"
#include "explore/proof_book.hpp"
#include "explore/way.hpp"
#include "game/forbidden.hpp"

namespace fiveproof::explore {

struct View {
  Standing standing = Standing::absent;
  StoredPlay play;                      ///< where it is stored
  std::optional<ProofBook::Loss> loss;  ///< where a threat sequence is claimed or needed
  bool makes_five = false;              ///< the first stored move does
  bool is_occupied = false;             ///< the first stored move is onto a stone ...
  Forbidden forbidden = Forbidden::no;  ///< ... or onto a forbidden point
  std::optional<Replies> replies;       ///< after the first stored move, or at the position itself

  /// Is there an answer to the position in the proof? It may have holes below.
  [[nodiscard]] bool is_in_proof() const {
    return standing == Standing::reply ? loss && loss->is_lost : standing != Standing::absent;
  }
};

/// What the book says. require: the position has the board size of the proof.
[[nodiscard]] View view_of(ProofBook& book, const Proof& proof, const Asked& asked);

/// What hangs below a position where the attacker is to move and a record holds it. require: as above.
[[nodiscard]] std::optional<Weight> weight_at(Below& below, const Proof& proof, const Asked& asked);

/// What it says further where somebody wants to know how much hangs on what.
struct Surroundings {
  std::optional<Way> way;
  std::vector<Way> ways;  ///< one for each position before this one
  /// Of the position and all below it where it is stored; of all stored replies where the defender is to
  /// move.
  std::optional<Weight> below;
  std::vector<Weight> by_replies;  ///< below each stored reply, in their order
};
/// require: `view` is that of the position.
[[nodiscard]] Surroundings surroundings_of(Below& below, const Proof& proof, const Asked& asked,
                                           const View& view);

}  // namespace fiveproof::explore
