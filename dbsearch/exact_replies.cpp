// Replies under rules with forbidden points. At an AND position there is, as a rule, a line of fours that
// wins if the defender passes; every reply that it does not read is lost to it without another look.
#include <optional>

#include "dbsearch/exact_and_position.hpp"
#include "dbsearch/known_wins.hpp"
#include "dbsearch/reply_method.hpp"

namespace fiveproof::dbsearch {
namespace {

class ExactReplies final : public ReplyMethod {
 public:
  ExactReplies(RuleSet rule, int size, std::uint32_t effort, Answers answers)
      : position_(rule, size, effort),
        search_(position_.search()),
        counter_(rule, size, effort),
        answers_(answers),
        known_(search_) {}

  SearchResult win(const Position& or_position, Color attacker) override {
    search_.set_position(or_position, attacker);
    return told(search_);
  }
  std::optional<Square> refutation(const Position& and_position) override;
  void set_and_position(const Position& and_position, Color attacker) override;
  SquareSet answered_at_once(const SquareSet& replies) const override { return replies - read_; }
  ReplyAnswer answer(Square reply) override;
  ThreatSequence sequence() override;

 private:
  using How = ReplyAnswer::How;
  struct NoNote {};
  using Known = KnownWins<NoNote>;

  [[nodiscard]] static SearchResult told(ExactSearch& search);

  ExactAndPosition position_;
  ExactSearch& search_;  ///< of position_
  ExactSearch counter_;
  Answers answers_;
  Color defender_ = Color::white;
  /// What the line that wins after a pass reads; everything where there is none, or it is not asked.
  SquareSet read_;
  FourLine pass_;
  Known known_;  ///< what won after a pass and after earlier replies
  /// How the last reply was answered.
  Square reply_;
  const Known::Win* last_ = nullptr;
};

SearchResult ExactReplies::told(ExactSearch& search) {
  ExactResult found = search.search();
  SearchResult result;
  result.win = found.win;
  result.cut_short = found.cut_short;
  result.nodes = found.nodes;
  if (found.win)
    result.sequence = found.by_fours ? search.fours().threats_of(found.fours) : std::move(found.threats);
  return result;
}

/// What db-search proposes need not begin with the first move, which can be forbidden until another one is
/// made.
std::optional<Square> ExactReplies::refutation(const Position& and_position) {
  counter_.set_position(and_position, and_position.to_move());
  const SearchResult found = told(counter_);
  if (!found.win || found.sequence.empty()) return std::nullopt;
  if (const auto steps = counter_.play_out(found.sequence); steps && !steps->empty())
    return steps->front().move;
  // A five at once, or what only its replay wins, in the order of play.
  const Square first = found.sequence.front().gain;
  return counter_.fours().is_legal(and_position.to_move(), first) ? std::optional(first) : std::nullopt;
}

void ExactReplies::set_and_position(const Position& and_position, Color attacker) {
  defender_ = opponent(attacker);
  known_.clear();
  read_ = SquareSet::whole_board(and_position.size());
  ExactResult found = position_.set_position(and_position, attacker);
  if (found.win && found.by_fours) {
    if (answers_ == Answers::by_zones) read_ = search_.fours().squares_read(found.fours);
    pass_ = found.fours;
  }
  if (found.win) known_.add(std::move(found));
}

ReplyAnswer ExactReplies::answer(Square reply) {
  reply_ = reply;
  if (!read_.contains(reply)) {
    last_ = &known_.prefer(pass_);
    return {How::replayed};
  }
  search_.put(defender_, reply);
  known_.begin();
  last_ = known_.next();
  ReplyAnswer answer{How::replayed};
  if (last_ == nullptr) {
    ExactResult found = position_.search_after_reply();
    answer.how = !found.win ? How::not_lost : found.by_fours ? How::searched : How::searched_fully;
    answer.cut_short = found.cut_short;
    if (found.win) last_ = &known_.add(std::move(found));
  }
  search_.undo();
  return answer;
}

ThreatSequence ExactReplies::sequence() {
  if (last_->by != Known::By::fours) return last_->threats;
  search_.put(defender_, reply_);
  ThreatSequence threats = search_.fours().threats_of(last_->fours);
  search_.undo();
  return threats;
}

}  // namespace

std::unique_ptr<ReplyMethod> exact_replies(RuleSet rule, int size, std::uint32_t effort, Answers answers) {
  return std::make_unique<ExactReplies>(rule, size, effort, answers);
}

}  // namespace fiveproof::dbsearch
