#include "dbsearch/reply_method.hpp"

namespace fiveproof::dbsearch {
namespace {

class ThreatReplies final : public ReplyMethod {
 public:
  ThreatReplies(RuleSet rule, int size, std::uint32_t effort) : searcher_(rule, size) {
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
  ReplyAnswer answer(Square reply) override;
  ThreatSequence sequence() override { return known_.front(); }

 private:
  [[nodiscard]] bool is_replayed();
  [[nodiscard]] ReplyAnswer answer_on_board();

  SearchOptions options_;
  Searcher searcher_;
  Color defender_ = Color::white;
  /// Sequences that won after a pass and after earlier replies, most recently successful first.
  std::vector<ThreatSequence> known_;
};

void ThreatReplies::set_and_position(const Position& and_position, Color attacker) {
  defender_ = opponent(attacker);
  known_.clear();
  searcher_.set_position(and_position, attacker);
  // What wins when the defender passes answers most of his replies.
  if (auto found = searcher_.search(options_); found.win) known_.push_back(std::move(found.sequence));
}

ReplyAnswer ThreatReplies::answer(Square reply) {
  searcher_.put(defender_, reply);
  const ReplyAnswer answer = answer_on_board();
  searcher_.undo();
  return answer;
}

bool ThreatReplies::is_replayed() {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (!searcher_.replay(known_[i])) continue;
    to_front(known_, i);
    return true;
  }
  return false;
}

ReplyAnswer ThreatReplies::answer_on_board() {
  using How = ReplyAnswer::How;
  if (is_replayed()) return {How::replayed};
  How how = How::searched;
  SearchResult found = searcher_.search(options_);
  if (!found.win) {
    how = How::searched_fully;
    found = searcher_.search(without_reductions(options_));
    if (!found.win) return {How::not_lost, found.cut_short};
  }
  known_.insert(known_.begin(), std::move(found.sequence));
  return {how};
}

}  // namespace

std::unique_ptr<ReplyMethod> replies_by_threats(RuleSet rule, int size, std::uint32_t effort) {
  return std::make_unique<ThreatReplies>(rule, size, effort);
}

}  // namespace fiveproof::dbsearch
