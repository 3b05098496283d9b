// What a proof says about one position, in the orientation of the asker.
//
// Three ways for a position to be in a proof:
//
//   stored       attacker to move, and a record holds it
//   reply        attacker to move, not stored, but a legal reply to the proof's play, or a root
//   after_move   defender to move, after a stored move of the attacker, or a root
//
// Positions are compared in full and up to the eight symmetries; moves come back through the inverse of the
// symmetry that led to the stored image.
//
// Whether a reply is lost is said as verify says it: by dbsearch/reply_search.hpp, at every node of the proof
// below which the reply comes up, in the orientation of that node and with all replies that verify asks
// before it. One node that answers it is enough.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dbsearch/reply_search.hpp"
#include "explore/asked.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"

namespace fiveproof::explore {

enum class Standing { absent, stored, reply, after_move };
/// The name of a standing: "absent", "stored", "reply" or "after-move".
[[nodiscard]] std::string_view name_of(Standing standing);

/// What the records say at one position.
struct StoredPlay {
  std::vector<Square> moves;     ///< more than one: alternatives
  bool claims_sequence = false;  ///< there is a record without a move

  [[nodiscard]] bool is_stored() const { return claims_sequence || !moves.empty(); }
};

struct AnsweredReply {
  Square reply;
  StoredPlay play;
  std::size_t record = 0;   ///< the first one of the position after the reply
  Symmetry to_record = {};  ///< takes the board asked about to that of the record
};

struct LostReply {
  Square reply;
  dbsearch::ThreatSequence sequence;  ///< it is lost to this one
};

[[nodiscard]] std::vector<Square> squares_of(const std::vector<LostReply>& lost);

/// Every legal reply at an AND position, each in one of four classes.
struct Replies {
  std::vector<AnsweredReply> stored;
  std::vector<Square> defender_fives;
  std::vector<LostReply> lost;
  std::vector<Square> open;  ///< none of these
  bool cut_short = false;    ///< a limit ended a search of an open reply
  [[nodiscard]] std::size_t total() const {
    return stored.size() + defender_fives.size() + lost.size() + open.size();
  }
};

class ProofBook {
 public:
  /// `effort`: attacker nodes per search. require: `proof` outlives the book, and its records are finished.
  ProofBook(const Proof& proof, std::uint32_t effort);

  /// In which way the position is in the proof. require, here and below: it has the board size of the proof.
  [[nodiscard]] Standing standing(const Asked& asked) const;
  /// require: the attacker is to move.
  [[nodiscard]] StoredPlay play_at(const Asked& asked) const;
  /// How an OR position is won by a winning threat sequence.
  struct Loss {
    bool is_lost = false;    ///< for the defender
    bool cut_short = false;  ///< it is not lost, and a limit ended a search
    dbsearch::ThreatSequence sequence = {};
  };
  /// The loss at a position that claims a sequence, or that is no record. require: the attacker is to move.
  [[nodiscard]] Loss loss_at(const Asked& asked);
  /// require: the defender is to move, after a stored move or at a root.
  [[nodiscard]] Replies replies_at(const Asked& asked);

 private:
  /// What verify says of the replies at an AND position that are neither stored nor fives, each by the
  /// symmetric_key() of the position after it.
  using Losses = std::unordered_map<std::string, Loss>;

  [[nodiscard]] bool is_root(const Asked& asked) const;
  [[nodiscard]] bool is_stored(const Asked& asked) const;
  [[nodiscard]] std::vector<Position> and_nodes(const Asked& asked) const;
  [[nodiscard]] Loss leaf_loss(const Position& node, Symmetry to_asked);
  void add_losses(const Position& node, Losses& losses);

  const Proof& proof_;
  std::vector<Asked> roots_;  ///< in the order of the proof's roots
  dbsearch::ReplySearch search_;
};

}  // namespace fiveproof::explore
