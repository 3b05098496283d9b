#include "verify/check/formed_checker.hpp"

namespace fiveproof::verify {

NodeOutcome FormedChecker::check(NodeId node, std::vector<RawGap>& gaps) {
  node_ = node;
  gaps_ = &gaps;
  const NodeForm form = forms_.form(node);
  outcome_ = forms_.known_outcome(form, replies_);
  if (form.kind == NodeForm::Kind::repetition || form.kind == NodeForm::Kind::stored_root) return outcome_;
  outcome_.state = NodeState::open;  // it is open until its rule is seen to hold
  switch (form.kind) {
    case NodeForm::Kind::wrong:
      add_gap(form.gap, form.by);
      break;
    case NodeForm::Kind::end:
      check_end(form);
      break;
    case NodeForm::Kind::leaf:
      check_leaf(form);
      break;
    default:
      if (!replies_.first_five) {
        check_replies(form);
        break;
      }
      // A reply that makes a five refutes the attacker's move.
      outcome_.tally.unanswered = static_cast<std::uint64_t>(replies_.rest.size());
      add_gap(GapKind::refuted_move, replies_.first_five);
  }
  return outcome_;
}

void FormedChecker::check_end(const NodeForm&) { set_proved(); }

void FormedChecker::add_leaf_gap(bool limit) {
  add_gap(forms_.is_record(node_) ? GapKind::unproved_leaf : GapKind::missing_root, std::nullopt, limit);
}

}  // namespace fiveproof::verify
