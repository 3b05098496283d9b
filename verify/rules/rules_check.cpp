#include "verify/rules/rules_check.hpp"

#include "verify/rules/kernel_words.hpp"
#include "verify/rules/plan_words.hpp"

namespace fiveproof::verify {
namespace {

/// Somebody's hints, with a record of what the kernel made of them at one AND position.
class CountedHints final : public audit::Hints {
 public:
  struct Open {
    Square reply;
    bool limit = false;
  };

  /// Thrown after the last reply that was asked for.
  struct Enough {};

  /// `hints` are those of `advisor`, who says where they came from.
  CountedHints(audit::Hints& hints, const Advisor& advisor, int size, Tally& tally)
      : hints_(hints), advisor_(advisor), size_(size), tally_(tally) {}
  /// After so many replies the kernel is made to end.
  void end_after(std::uint64_t replies) { replies_left_ = replies; }
  [[nodiscard]] const std::vector<Open>& open() const { return open_; }

  audit::Plan threat(const audit::Board& board) override { return hints_.threat(board); }
  audit::Plan played(const audit::Board& board) override { return hints_.played(board); }
  std::optional<audit::Plan> plan(const audit::Board& board, audit::Point reply, int attempt) override {
    return hints_.plan(board, reply, attempt);
  }
  void stuck(const audit::Board& board, audit::Plan played, audit::Point reply) override {
    hints_.stuck(board, played, reply);
  }
  void answered(audit::Point reply, audit::Answer how) override {
    hints_.answered(reply, how);
    switch (how) {
      case audit::Answer::stored:
        ++stored_;
        break;
      case audit::Answer::excluded:
        ++tally_.excluded;
        break;
      case audit::Answer::outside:  // counted as if it had been played, which shows the same
      case audit::Answer::played:
        ++(advisor_.source() == HintSource::known      ? tally_.replayed
           : advisor_.source() == HintSource::searched ? tally_.searched
                                                       : tally_.searched_fully);
        break;
      case audit::Answer::not_established:
        ++tally_.unanswered;
        open_.push_back({from_kernel(reply, size_), advisor_.was_cut_short()});
        break;
    }
    if (replies_left_ > 0 && --replies_left_ == 0) throw Enough();
  }
  void tick() override { hints_.tick(); }
  /// As the kernel sees it.
  [[nodiscard]] std::uint64_t stored() const { return stored_; }

 private:
  audit::Hints& hints_;
  const Advisor& advisor_;
  int size_;
  Tally& tally_;
  std::uint64_t stored_ = 0;
  std::uint64_t replies_left_ = 0;  // 0: no end
  std::vector<Open> open_;
};

}  // namespace

RulesChecker::RulesChecker(const FormChecker& forms, audit::Book& book, std::uint32_t effort, PlanTrade trade,
                           const std::atomic<bool>* stop)
    : FormedChecker(forms),
      trade_(trade),
      kernel_(book),
      guide_(proof().rule, proof().size, proof().attacker, effort, stop),
      recorder_(guide_),
      given_(stop),
      board_(to_kernel(proof().rule), proof().size),
      search_(proof().rule, proof().size, effort) {}

/// Who gives hints at this node: the piece that has it, or, where that has no plan or there are no pieces,
/// the guide.
Advisor& RulesChecker::advisor(const NodeForm& form) {
  if (trade_.pieces == nullptr) return guide_;
  // The move is on the board before the plan is asked for.
  auto plan = trade_.pieces->plan(node(), form.kind != NodeForm::Kind::leaf, -1);
  if (!plan.ok()) throw Refused{node(), plan.error()};
  if (!plan.value()) return guide_;
  given_.use(*std::move(plan).value());
  return given_;
}

audit::Hints& RulesChecker::hints_of(Advisor& advisor) {
  recorder_.start();
  if (trade_.is_wanted && &advisor == &guide_) return recorder_;
  return advisor;
}

void RulesChecker::prove(const NodeForm& form) {
  set_proved();
  if (!trade_.is_wanted) return;
  const bool is_and = form.kind != NodeForm::Kind::leaf;
  set_plan(
      plan_words(is_and ? recorder_.plan_after_move(-1) : recorder_.plan_at_leaf(), is_and, proof().size));
}

// A plan that does not do speaks against the piece, not against the proof: somebody else may find one that
// does.
void RulesChecker::refuse_if_given(const Advisor& advisor) const {
  if (&advisor == &given_) throw Refused{node(), trade_.pieces->refusal(node())};
}

// An OR position without a move, or with a move that makes a five.
void RulesChecker::check_leaf(const NodeForm& form) {
  Tally unused;
  Advisor& advisor = this->advisor(form);
  CountedHints hints(hints_of(advisor), advisor, proof().size, unused);
  bool is_established = false;
  if (forms().is_record(node())) {
    is_established = kernel_.check(node(), hints);
  } else {
    to_kernel(form.position, board_);
    is_established = kernel_.prove(board_, to_kernel(proof().attacker), hints).has_value();
  }
  if (is_established) return prove(form);
  refuse_if_given(advisor);
  add_leaf_gap(guide_.was_cut_short());
}

// At an AND position the kernel looks at every legal reply, and the counts come from what it says of each.
void RulesChecker::check_replies(const NodeForm& form) {
  Advisor& advisor = this->advisor(form);
  CountedHints hints(hints_of(advisor), advisor, proof().size, tally());
  bool is_established = false;
  if (forms().is_record(node())) {
    is_established = kernel_.check(node(), hints);
  } else {
    // Here only the root's own replies count. What they lead to is the business of other nodes, which other
    // threads may be at: the kernel must not go there yet.
    to_kernel(form.position, board_);
    hints.end_after(tally().replies);
    try {
      (void)kernel_.prove(board_, to_kernel(form.position.to_move()), hints);
    } catch (const CountedHints::Enough&) {
    }
    is_established = hints.open().empty();
  }
  // Both counted all legal replies, with two boards and two ideas of equality.
  FIVEPROOF_ENSURE(hints.stored() == tally().stored && tally().replies_by_class() == tally().replies);
  FIVEPROOF_ENSURE(is_established == hints.open().empty());
  if (is_established) return prove(form);
  refuse_if_given(advisor);
  // Perhaps there is no answer: a win of the defender says so once instead of once per reply.
  if (const auto by = search_.refutation(form.position)) return add_gap(GapKind::refuted_move, by);
  for (const CountedHints::Open& open : hints.open())
    add_gap(GapKind::unanswered_reply, open.reply, open.limit);
}

}  // namespace fiveproof::verify
