// Does a given threat sequence win on this very board?
//
// It follows Allis 1994, 5.3.3 and 5.3.5, with the attacker's moves fixed. The proof that `wins` never lies
// is in spec/verification.md, "Soundness of replay"; the names of its steps stand above the code.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbsearch/field.hpp"

namespace fiveproof::dbsearch {

/// Replays sequences and keeps its buffers between them. Each thread has its own.
class Replay {
 public:
  Replay(RuleSet rule, int size) : rule_(rule), size_(size) {}

  /// Does the attacker, who is to move, win by `sequence`? `attacker` is the colour of his stones on `start`.
  /// require: neither side has a five there. Of an attacker who has forbidden moves, yes means no more than
  /// "perhaps".
  [[nodiscard]] bool wins(const Field& start, Color attacker, std::span<const Threat> sequence);

  /// How many positions were looked at in defensive searches since construction.
  [[nodiscard]] std::uint64_t defensive_nodes() const { return defensive_nodes_; }
  /// Did the last wins() say no only because its defensive search ran over the limit?
  [[nodiscard]] bool hit_limit() const { return hit_limit_; }

  /// How many positions a single defensive search may look at; beyond that the sequence counts as refuted.
  static constexpr int defensive_limit = 500;

 private:
  [[nodiscard]] bool is_malformed(std::span<const Threat> sequence) const;
  /// Do the preconditions of the threat hold on the board? require: it is not malformed.
  [[nodiscard]] bool can_be_played(const Field& field, const Threat& threat) const;
  // When these say no, `field` is as it was before; a yes ends the replay.
  [[nodiscard]] bool refuted_by_fours(Field& field, std::size_t i);
  [[nodiscard]] bool explore(Field& field, std::size_t first, std::size_t i);
  [[nodiscard]] bool breaks_a_later_four(Field field, std::size_t i) const;
  [[nodiscard]] const SquareSet& goals_from(std::size_t i);

  RuleSet rule_;
  int size_;
  FiveKind five_ = FiveKind::five_or_more;  ///< of the attacker
  std::span<const Threat> sequence_;
  std::vector<Field::Four> fours_;  ///< a stack: each depth of explore() has its own at the end
  SquareSet goals_;
  std::vector<SquareSet> goals_from_;  ///< by the number of a threat; empty until one is asked for
  int budget_ = 0;
  bool hit_limit_ = false;
  std::uint64_t defensive_nodes_ = 0;
};

/// Puts a defender stone on every cost square. require: they are empty.
void put_costs(Field& field, const Threat& threat);

}  // namespace fiveproof::dbsearch
