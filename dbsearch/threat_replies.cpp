#include "dbsearch/reply_method.hpp"

namespace fiveproof::dbsearch {
namespace {

class ThreatReplies final : public ReplyMethod {
 public:
  ThreatReplies(RuleSet rule, int size, std::uint32_t effort, Answers answers)
      : searcher_(rule, size), answers_(answers) {
    options_.node_limit = effort;
  }

  SearchResult win(const Position& or_position, Color attacker) override {
    searcher_.set_position(or_position, attacker);
    SearchResult found = searcher_.search(options_);
    if (!found.win) found = searcher_.search(without_reductions(options_));
    return found;
  }
  std::optional<Square> refutation(const Position& and_position) override {
    searcher_.set_position(and_position, and_position.to_move());
    const SearchResult found = searcher_.search(options_);
    if (!found.win || found.sequence.empty()) return std::nullopt;
    return found.sequence.front().gain;
  }
  void set_and_position(const Position& and_position, Color attacker) override;
  SquareSet answered_at_once(const SquareSet& replies) const override {
    SquareSet rest = replies;  // those in all zones
    for (const Known& known : known_) rest &= known.zone;
    return replies - rest;
  }
  ReplyAnswer answer(Square reply) override;
  ThreatSequence sequence() override { return known_.front().sequence; }

 private:
  struct Known {
    ThreatSequence sequence;
    SquareSet zone;  ///< where a reply could spoil it
  };
  [[nodiscard]] bool is_outside_a_zone(Square reply);
  [[nodiscard]] bool is_replayed();
  [[nodiscard]] ReplyAnswer answer_on_board(std::optional<ThreatSequence>& found);
  void remember(ThreatSequence sequence);

  SearchOptions options_;
  Searcher searcher_;
  Answers answers_;
  Color defender_ = Color::white;
  /// Sequences that won after a pass and after earlier replies, most recently successful first.
  std::vector<Known> known_;
};

void ThreatReplies::set_and_position(const Position& and_position, Color attacker) {
  defender_ = opponent(attacker);
  known_.clear();
  searcher_.set_position(and_position, attacker);
  // What wins when the defender passes answers most of his replies.
  if (auto found = searcher_.search(options_); found.win) remember(std::move(found.sequence));
}

/// The board is that of the AND position, as after a pass, when the zone is asked for. A sequence that was
/// found with a reply on it wins without that, too, as the defender has less to answer with.
void ThreatReplies::remember(ThreatSequence sequence) {
  const SquareSet zone =
      answers_ == Answers::by_zones ? searcher_.zone_of(sequence) : SquareSet::whole_board(searcher_.size());
  known_.insert(known_.begin(), {std::move(sequence), zone});
}

ReplyAnswer ThreatReplies::answer(Square reply) {
  if (is_outside_a_zone(reply)) return {ReplyAnswer::How::replayed};
  std::optional<ThreatSequence> found;
  searcher_.put(defender_, reply);
  const ReplyAnswer answer = answer_on_board(found);
  searcher_.undo();
  if (found) remember(*std::move(found));
  return answer;
}

bool ThreatReplies::is_outside_a_zone(Square reply) {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (known_[i].zone.contains(reply)) continue;
    to_front(known_, i);
    return true;
  }
  return false;
}

bool ThreatReplies::is_replayed() {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (!searcher_.replay(known_[i].sequence)) continue;
    to_front(known_, i);
    return true;
  }
  return false;
}

/// `found`: the sequence, if it is a new one.
ReplyAnswer ThreatReplies::answer_on_board(std::optional<ThreatSequence>& found) {
  using How = ReplyAnswer::How;
  if (is_replayed()) return {How::replayed};
  How how = How::searched;
  SearchResult result = searcher_.search(options_);
  if (!result.win) {
    how = How::searched_fully;
    result = searcher_.search(without_reductions(options_));
    if (!result.win) return {How::not_lost, result.cut_short};
  }
  found = std::move(result.sequence);
  return {how};
}

}  // namespace

std::unique_ptr<ReplyMethod> replies_by_threats(RuleSet rule, int size, std::uint32_t effort,
                                                Answers answers) {
  return std::make_unique<ThreatReplies>(rule, size, effort, answers);
}

}  // namespace fiveproof::dbsearch
