#include "verify/rules_check.hpp"

#include "verify/kernel_words.hpp"
#include "verify/refutation.hpp"

namespace fiveproof::verify {
namespace {

/// The guide, with a record of what the kernel made of it at one AND position.
class CountedHints final : public audit::Hints {
 public:
  struct Open {
    Square reply;
    bool limit = false;
  };

  CountedHints(Guide& guide, int size, Tally& tally) : guide_(guide), size_(size), tally_(tally) {}
  [[nodiscard]] const std::vector<Open>& open() const { return open_; }

  audit::Plan threat(const audit::Board& board) override { return guide_.threat(board); }
  std::optional<audit::Plan> plan(const audit::Board& board, audit::Point reply, int attempt) override {
    return guide_.plan(board, reply, attempt);
  }
  void stuck(const audit::Board& board, audit::Plan played, audit::Point reply) override {
    guide_.stuck(board, played, reply);
  }
  void answered(audit::Point reply, audit::Answer how) override {
    switch (how) {
      case audit::Answer::stored:
        ++stored_;
        break;
      case audit::Answer::excluded:
        ++tally_.excluded;
        break;
      case audit::Answer::played:
        ++(guide_.source() == HintSource::known      ? tally_.replayed
           : guide_.source() == HintSource::searched ? tally_.searched
                                                     : tally_.searched_fully);
        break;
      case audit::Answer::not_established:
        ++tally_.unanswered;
        open_.push_back({from_kernel(reply, size_), guide_.was_cut_short()});
        break;
    }
  }
  /// As the kernel sees it.
  [[nodiscard]] std::uint64_t stored() const { return stored_; }

 private:
  Guide& guide_;
  int size_;
  Tally& tally_;
  std::uint64_t stored_ = 0;
  std::vector<Open> open_;
};

}  // namespace

RulesChecker::RulesChecker(const FormChecker& forms, audit::Book& book, std::uint32_t effort)
    : forms_(forms),
      kernel_(book),
      guide_(forms.proof().rule, forms.proof().size, forms.proof().attacker, effort),
      board_(to_kernel(forms.proof().rule), forms.proof().size),
      effort_(effort),
      searcher_(forms.proof().rule, forms.proof().size) {}

void RulesChecker::add_gap(GapKind kind, std::optional<Square> square, bool limit) {
  gaps_->push_back({node_, kind, limit, square});
}

NodeOutcome RulesChecker::check(NodeId node, std::vector<RawGap>& gaps) {
  node_ = node;
  gaps_ = &gaps;
  const NodeForm form = forms_.form(node);
  outcome_ = forms_.known_outcome(form, replies_);
  switch (form.kind) {
    case NodeForm::Kind::repetition:
    case NodeForm::Kind::stored_root:
      break;
    case NodeForm::Kind::wrong:
      add_gap(form.gap, form.by);
      break;
    case NodeForm::Kind::end:
    case NodeForm::Kind::leaf:
      check_leaf(node, form);
      break;
    case NodeForm::Kind::replies:
      outcome_.state = NodeState::open;  // until the rule holds
      check_replies(node, form);
      break;
  }
  return outcome_;
}

// OR position with a move that makes a five, or without a move.
void RulesChecker::check_leaf(NodeId node, const NodeForm& form) {
  Tally unused;
  CountedHints hints(guide_, forms_.proof().size, unused);
  bool is_established = false;
  if (forms_.is_record(node)) {
    is_established = kernel_.check(node, hints);
  } else {
    to_kernel(form.position, board_);
    is_established = kernel_.prove(board_, to_kernel(forms_.proof().attacker), hints).has_value();
  }
  outcome_.state = is_established ? NodeState::proved : NodeState::open;
  if (is_established) return;
  add_gap(forms_.is_record(node) ? GapKind::unproved_leaf : GapKind::missing_root, std::nullopt,
          guide_.was_cut_short());
}

// AND position: the kernel looks at every legal reply; the counts come from what it says of each.
void RulesChecker::check_replies(NodeId node, const NodeForm& form) {
  Tally& tally = outcome_.tally;
  // A reply that makes a five refutes the attacker's move.
  if (replies_.first_five) {
    tally.unanswered = replies_.rest.size();
    add_gap(GapKind::refuted_move, replies_.first_five);
    return;
  }

  CountedHints hints(guide_, forms_.proof().size, tally);
  bool is_established = false;
  if (forms_.is_record(node)) {
    is_established = kernel_.check(node, hints);
  } else {
    // What the root leads to is established or not, later: here only its own replies count.
    to_kernel(form.position, board_);
    (void)kernel_.prove(board_, to_kernel(form.position.to_move()), hints);
    is_established = hints.open().empty();
  }
  // Both counted all legal replies, with two boards and two ideas of equality.
  FIVEPROOF_ENSURE(hints.stored() == tally.stored && tally.replies_by_class() == tally.replies);
  FIVEPROOF_ENSURE(is_established == hints.open().empty());
  if (is_established) {
    outcome_.state = NodeState::proved;
    return;
  }
  // Perhaps there is no answer: a win of the defender says so once instead of once per reply.
  if (const auto by = refutation(searcher_, form.position, effort_)) {
    add_gap(GapKind::refuted_move, by);
    return;
  }
  for (const CountedHints::Open& open : hints.open())
    add_gap(GapKind::unanswered_reply, open.reply, open.limit);
}

}  // namespace fiveproof::verify
