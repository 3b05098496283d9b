// Several records of one position are alternatives: the position is proved if one of them is.
//
// Each is a node of its own and checked as such, for which it does not matter what else is stored at its
// position. When all nodes are checked, this finds out which of them hold together with all that their
// replies lead to. Of each position the first record that holds is taken, and where none does the first: from
// then on look-ups return it, so that the walks, the gaps and the kernel's own walk go on with it. That
// cannot prove what is not proved: each of them asks anew whether the nodes it comes to are.
//
// What only records that are not taken lead to is aside. It speaks for no claim and against none.
#pragma once

#include <map>
#include <vector>

#include "verify/frame/check_state.hpp"
#include "verify/frame/patience.hpp"

namespace fiveproof::verify {

class Alternatives {
 public:
  /// Finds the positions that have several records. `may_settle`: all nodes are checked. require: nothing is
  /// taken yet, and `state` outlives this.
  Alternatives(CheckState& state, Patience& patience, bool may_settle);

  /// How many positions have several records.
  [[nodiscard]] std::uint64_t positions() const { return groups_.size(); }
  /// At how many of them not the first is taken.
  [[nodiscard]] std::uint64_t later_taken() const { return later_taken_; }

  /// Finds out which nodes are aside. require: the walks from all roots are over.
  void set_aside();
  [[nodiscard]] bool is_aside(NodeId node) const { return !is_aside_.empty() && is_aside_[node]; }
  /// Does the finding speak of a move that is not needed, or of what is below one?
  [[nodiscard]] bool is_aside(const Gap& finding);

 private:
  using Group = std::vector<NodeId>;  ///< the records of one position, in the order in which they are tried

  void find_groups();
  void put_in_order();
  [[nodiscard]] bool has_findings_at_records() const;
  /// Those of the position of a record; null: it has no other.
  [[nodiscard]] const Group* group_of(NodeId record) const;
  /// The records that the replies to its move lead to, of each position the one that look-ups return.
  [[nodiscard]] std::vector<NodeId> records_below(NodeId record) const;
  void take_what_holds();
  /// Does the record hold, with all below it? That is found out when it is asked for the first time. require:
  /// is_known_ has room.
  [[nodiscard]] bool holds(NodeId record);
  [[nodiscard]] bool leads_to_what_holds(NodeId record);
  void mark_aside(NodeId record);
  [[nodiscard]] bool is_won_by_another_move(const Position& position, std::optional<Square> move);

  CheckState& state_;
  Patience& patience_;
  std::map<NodeId, Group> groups_;     ///< by the first record in the order of the table
  std::map<NodeId, NodeId> first_of_;  ///< the same record, for the others
  std::vector<bool> is_known_;         ///< by record: is holds_ known? Empty: nothing is to be found out
  std::vector<bool> holds_;            ///< by record, with all below it
  std::vector<bool> is_aside_;         ///< empty: nothing is
  std::uint64_t later_taken_ = 0;
};

}  // namespace fiveproof::verify
