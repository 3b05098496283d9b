// Replies under rules with forbidden points. At an AND position there is, as a rule, a line of fours that wins if the
// defender passes; every reply that it does not read is lost to it without another look.
#include <algorithm>
#include <optional>

#include "dbsearch/exact_and_position.hpp"
#include "dbsearch/reply_method.hpp"

namespace fiveproof::dbsearch {
namespace {

class ExactReplies final : public ReplyMethod {
 public:
  ExactReplies(RuleSet rule, int size, std::uint32_t effort, Answers answers)
      : position_(rule, size, effort),
        search_(position_.search()),
        counter_(rule, size, effort),
        answers_(answers) {}

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
  struct KnownThreats {
    ThreatSequence threats;
    PlayedSteps steps = {};  ///< how they won when they were tried last
  };

  [[nodiscard]] static SearchResult told(ExactSearch& search);
  [[nodiscard]] bool is_known();
  [[nodiscard]] bool wins_with(KnownThreats& known);
  void remember(ExactResult found);

  /// More sequences of threats are not tried again: seeing what one is worth can take longer than a search.
  static constexpr std::size_t tried_again = 3;

  ExactAndPosition position_;
  ExactSearch& search_;  ///< of position_
  ExactSearch counter_;
  Answers answers_;
  Color defender_ = Color::white;
  /// What the line that wins after a pass reads; everything where there is none, or it is not asked.
  SquareSet read_;
  FourLine pass_;
  /// What won after a pass and after earlier replies, most recently successful first.
  std::vector<FourLine> fours_;
  std::vector<KnownThreats> threats_;
  /// How the last reply was answered.
  Square reply_;
  bool by_fours_ = true;
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

/// What db-search proposes need not begin with the first move, which can be forbidden until another one is made.
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
  fours_.clear();
  threats_.clear();
  read_ = SquareSet::whole_board(and_position.size());
  ExactResult found = position_.set_position(and_position, attacker);
  if (found.win && found.by_fours) {
    if (answers_ == Answers::by_zones) read_ = search_.fours().squares_read(found.fours);
    pass_ = found.fours;
  }
  remember(std::move(found));
}

ReplyAnswer ExactReplies::answer(Square reply) {
  reply_ = reply;
  by_fours_ = true;
  if (!read_.contains(reply)) {
    const auto pass = std::find(fours_.begin(), fours_.end(), pass_);
    to_front(fours_, static_cast<std::size_t>(pass - fours_.begin()));
    return {How::replayed};
  }
  search_.put(defender_, reply);
  ReplyAnswer answer{How::replayed};
  if (!is_known()) {
    ExactResult found = position_.search_after_reply();
    by_fours_ = found.by_fours;
    answer.how = !found.win ? How::not_lost : found.by_fours ? How::searched : How::searched_fully;
    answer.cut_short = found.cut_short;
    remember(std::move(found));
  }
  search_.undo();
  return answer;
}

void ExactReplies::remember(ExactResult found) {
  if (found.win && found.by_fours) fours_.insert(fours_.begin(), std::move(found.fours));
  if (!found.win || found.by_fours) return;
  threats_.insert(threats_.begin(), {std::move(found.threats)});
  (void)wins_with(threats_.front());  // so that the next reply is played out like this one
}

bool ExactReplies::is_known() {
  for (std::size_t i = 0; i < fours_.size(); ++i)
    if (search_.fours().replay(fours_[i])) return to_front(fours_, i), true;
  by_fours_ = false;
  for (std::size_t i = 0; i < std::min(threats_.size(), tried_again); ++i)
    if (wins_with(threats_[i])) return to_front(threats_, i), true;
  return false;
}

bool ExactReplies::wins_with(KnownThreats& known) {
  if (search_.wins_by_replay(known.threats)) return true;
  auto steps = search_.play_out(known.threats, known.steps);
  if (!steps) return false;
  known.steps = *std::move(steps);
  return true;
}

ThreatSequence ExactReplies::sequence() {
  if (!by_fours_) return threats_.front().threats;
  search_.put(defender_, reply_);
  ThreatSequence threats = search_.fours().threats_of(fours_.front());
  search_.undo();
  return threats;
}

}  // namespace

std::unique_ptr<ReplyMethod> exact_replies(RuleSet rule, int size, std::uint32_t effort, Answers answers) {
  return std::make_unique<ExactReplies>(rule, size, effort, answers);
}

}  // namespace fiveproof::dbsearch
