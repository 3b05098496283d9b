// The base of the checkers of all levels: the form of a node decides what there is to check.
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

  // The state of the outcome is `open` when one of these is called. It either calls set_proved() or adds a
  // gap.
  /// Checks a record whose move makes a five. The form has seen the five, which is enough unless overridden.
  virtual void check_end(const NodeForm& form);
  /// Checks an OR position without a move: a record, or a root that is not stored.
  virtual void check_leaf(const NodeForm& form) = 0;
  /// Checks an AND position at which no reply makes a five; replies() are its replies.
  virtual void check_replies(const NodeForm& form) = 0;

  [[nodiscard]] const FormChecker& forms() const { return forms_; }
  [[nodiscard]] const Proof& proof() const { return forms_.proof(); }
  [[nodiscard]] NodeId node() const { return node_; }
  [[nodiscard]] const SortedReplies& replies() const { return replies_; }
  [[nodiscard]] Tally& tally() { return outcome_.tally; }
  void set_proved() { outcome_.state = NodeState::proved; }
  void set_plan(std::string words) { outcome_.plan = std::move(words); }
  void add_gap(GapKind kind, std::optional<Square> square = std::nullopt, bool limit = false) {
    gaps_->push_back({node_, kind, limit, square});
  }
  /// Adds the gap of an OR position without a move that is not proved.
  void add_leaf_gap(bool limit);

 private:
  const FormChecker& forms_;
  SortedReplies replies_;
  NodeId node_ = 0;
  NodeOutcome outcome_;
  std::vector<RawGap>* gaps_ = nullptr;
};

}  // namespace fiveproof::verify
