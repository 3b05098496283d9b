// The proofs that can be played from: those of one rule set and board size are open at a time.
//
// Somebody else reads files (this room knows none): a Lender is asked once for each rule set and size that is
// played, and what he has given stays in memory until another one is asked for.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dbsearch/threat.hpp"
#include "explore/below.hpp"
#include "explore/proof_book.hpp"
#include "proof/proof.hpp"

namespace fiveproof::engine {

struct NamedProof {
  std::string name;
  std::shared_ptr<const Proof> proof;  ///< its records are finished
};
/// All proofs that he has for a rule set and a size; those of another game are left aside.
using Lender = std::function<std::vector<NamedProof>(RuleSet, int size)>;

/// A stored move, and how far it is to the end of what is stored.
struct ProofMove {
  Square move;
  std::string proof;       ///< its name
  std::size_t record = 0;  ///< from 1, in the order of the proof
  std::size_t records = 0;
  std::optional<int> plies =
      {};  ///< at most so many over stored positions, with this move; nothing: not known
};

class ProofShelf {
 public:
  /// `effort`: attacker nodes per search, as for verify. Without a lender there are no proofs.
  explicit ProofShelf(Lender lender = {}, std::uint32_t effort = 1000);

  /// Opens the proofs of a game. It reads files where that has not been done for the last game.
  void open(RuleSet rule, int size);
  /// Are those of this game open?
  [[nodiscard]] bool is_open(RuleSet rule, int size) const { return game_ == std::pair(rule, size); }
  /// Puts them away: there are none until open() is called again.
  void close();
  /// Their names; empty: there are none.
  [[nodiscard]] std::vector<std::string> names() const;

  /// The stored move for the side to move, which is legal. require, here and below: the board has the size of
  /// the game.
  [[nodiscard]] std::optional<ProofMove> stored(const Position& position) const;
  /// Is the side to move one that wins by a proof, at a position that comes up in it?
  [[nodiscard]] bool arises(const Position& position) const;
  /// The sequence to which the position is lost for the side that is not to move, as verify finds it: at the
  /// nodes above it, with the replies that come before. It can take a tenth of a second.
  [[nodiscard]] std::optional<dbsearch::ThreatSequence> lost(const Position& position);

 private:
  struct Open {
    NamedProof named;
    explore::ProofBook book;
    std::optional<explore::Below> below;  ///< nothing: the disk failed
  };

  Lender lender_;
  std::uint32_t effort_;
  std::optional<std::pair<RuleSet, int>> game_;
  std::vector<std::unique_ptr<Open>> open_;
};

}  // namespace fiveproof::engine
