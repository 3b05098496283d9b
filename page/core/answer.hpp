// The attacker's move in a game against the page.
#pragma once

#include <optional>

#include "explore/proof_book.hpp"

namespace fiveproof::page {

struct Answer {
  /// Where the move is from.
  enum class From {
    nowhere,   ///< there is none: the position is not in the proof, and no threat sequence wins
    five,      ///< it makes a five
    record,    ///< the proof has it
    sequence,  ///< the first of a winning threat sequence, which the proof claims or leaves to the search
    search     ///< the same at a position that the proof leads to no more, as a sequence is being played out
  };
  From from = From::nowhere;
  std::optional<Square> move = {};
  dbsearch::ThreatSequence sequence = {};  ///< what goes on, where it is from one
};

[[nodiscard]] std::string_view name_of(Answer::From from);

/// The answer at an OR position. `last`: the defender's move that led there, if it is known; below a threat
/// the search does better that knows from which position it was a reply. require: the attacker is to move;
/// `last` is his opponent's stone; no five is on the board.
[[nodiscard]] Answer answer_at(explore::ProofBook& book, const Proof& proof, std::uint32_t effort,
                               const Position& position, std::optional<Square> last);

}  // namespace fiveproof::page
