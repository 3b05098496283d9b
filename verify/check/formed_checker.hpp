// What checkers of all levels have in common: the form of a node decides what there is to check.
#pragma once

#include "verify/check/form.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::verify {

class FormedChecker : public NodeChecker {
 public:
  [[nodiscard]] NodeOutcome check(NodeId node, std::vector<RawGap>& gaps) final;

 protected:
  /// require: `forms` outlives the checker.
  explicit FormedChecker(const FormChecker& forms) : forms_(forms) {}

  // The state of the outcome is `open` when these are called, and stays so unless they say otherwise; then
  // they owe a gap.
  /// OR position, a record whose move makes a five. On the board it does; that is enough unless overridden.
  virtual void check_end(const NodeForm& form);
  /// OR position without a move: a record, or a root that is not stored.
  virtual void check_leaf(const NodeForm& form) = 0;
  /// AND position without a reply that makes a five; replies() are its replies.
  virtual void check_replies(const NodeForm& form) = 0;

  [[nodiscard]] const FormChecker& forms() const { return forms_; }
  [[nodiscard]] const Proof& proof() const { return forms_.proof(); }
  [[nodiscard]] NodeId node() const { return node_; }
  [[nodiscard]] const SortedReplies& replies() const { return replies_; }
  [[nodiscard]] Tally& tally() { return outcome_.tally; }
  void set_proved() { outcome_.state = NodeState::proved; }
  void add_gap(GapKind kind, std::optional<Square> square = std::nullopt, bool limit = false) {
    gaps_->push_back({node_, kind, limit, square});
  }
  /// For an OR position that is not proved.
  void add_leaf_gap(bool limit);

 private:
  const FormChecker& forms_;
  SortedReplies replies_;
  NodeId node_ = 0;
  NodeOutcome outcome_;
  std::vector<RawGap>* gaps_ = nullptr;
};

}  // namespace fiveproof::verify
