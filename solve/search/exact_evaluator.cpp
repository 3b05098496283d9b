// An Evaluator where there are forbidden points: lines of fours, and threes that are played out.
//
// A line of fours that wins after a pass answers every reply that it does not read (Vcf::squares_read); what
// was found after other replies, or at other positions after the same move, is played again on the board as
// it is.
#include <algorithm>

#include "dbsearch/exact_search.hpp"
#include "dbsearch/related.hpp"
#include "game/legal_moves.hpp"
#include "solve/search/evaluator.hpp"

namespace fiveproof::solve {
namespace {

using dbsearch::ExactResult;
using dbsearch::ExactSearch;
using dbsearch::FourLine;

class ExactEvaluator final : public Evaluator {
 public:
  ExactEvaluator(RuleSet rule, int size, Color attacker, const Settings& settings)
      : Evaluator(rule, attacker, settings),
        search_(rule, size, settings.threat_nodes, played_out(rule, attacker)),
        defence_(rule, size, settings.threat_nodes, played_out(rule, opponent(attacker))) {}

  int replies_left(const Position& and_position) override;

 protected:
  void set_position(const Position& position) override;
  bool search_wins() override { return search_.search().win; }
  bool defender_wins(const Position& and_position) override;
  bool find_null_move_win(std::optional<Square> last) override;
  bool is_answered(Square reply) const override { return !read_.contains(reply); }
  void put_reply(Square reply) override { search_.put(opponent(attacker_), reply); }
  void undo_reply() override { search_.undo(); }
  bool is_replayed(Square reply, std::optional<Square> last) override;
  bool is_found(std::optional<Square> last) override;

 private:
  static constexpr std::size_t remembered = 16;  ///< lines of fours per move of the attacker
  /// More sequences of threats are not tried again: seeing what one is worth can take longer than a search.
  static constexpr std::size_t tried_again = 3;

  /// Many short searches find more than few long ones: what a proposal that replay does not confirm is worth,
  /// the tree above finds out sooner. For Black replay confirms nothing.
  [[nodiscard]] static dbsearch::PlayingOut played_out(RuleSet rule, Color side) {
    if (!has_forbidden_moves(rule, side)) return {.positions = 0};
    return {.positions = 2 * ExactSearch::replay_limit, .fours = 20, .allowed_first = true};
  }

  using Memory = std::vector<FourLine>;
  [[nodiscard]] Memory& memory_of(std::optional<Square> last) { return memory_[place_of(last)]; }
  [[nodiscard]] bool is_won_by_remembered(Memory& memory);
  void note(ExactResult found, Memory& memory);

  ExactSearch search_, defence_;
  SquareSet read_;  ///< what the line that wins after a pass reads; everything where there is none
  /// What won at the position that is looked at, most useful first.
  std::vector<FourLine> fours_;
  std::vector<dbsearch::ThreatSequence> threats_;
  ByMove<Memory> memory_;
};

void ExactEvaluator::set_position(const Position& position) {
  search_.set_position(position, attacker_);
  read_ = SquareSet::whole_board(position.size());
  fours_.clear();
  threats_.clear();
}

bool ExactEvaluator::defender_wins(const Position& and_position) {
  defence_.set_position(and_position, opponent(attacker_));
  return defence_.search().win;
}

// require: set_position() was called.
bool ExactEvaluator::find_null_move_win(std::optional<Square> last) {
  Memory& memory = memory_of(last);
  if (!is_won_by_remembered(memory)) {
    ++searches_;
    ExactResult found = search_.search();
    if (!found.win) return false;
    note(std::move(found), memory);
  }
  if (!fours_.empty()) read_ = search_.fours().squares_read(fours_.front());
  return true;
}

bool ExactEvaluator::is_won_by_remembered(Memory& memory) {
  for (auto it = memory.begin(); it != memory.end(); ++it) {
    if (!search_.fours().replay(*it)) continue;
    std::rotate(memory.begin(), it, it + 1);
    fours_.insert(fours_.begin(), memory.front());
    return true;
  }
  return false;
}

void ExactEvaluator::note(ExactResult found, Memory& memory) {
  if (!found.by_fours) {
    threats_.insert(threats_.begin(), std::move(found.threats));
    return;
  }
  if (memory.size() == remembered) memory.pop_back();
  memory.insert(memory.begin(), found.fours);
  fours_.insert(fours_.begin(), std::move(found.fours));
}

int ExactEvaluator::replies_left(const Position& and_position) {
  const SquareSet replies = read_ & legal_moves(and_position, rule_, opponent(attacker_));
  if (fours_.empty()) return replies.size();
  const auto threats = search_.fours().threats_of(fours_.front());
  const int sure = (dbsearch::needed_squares(threats, and_position.size()) & replies).size();
  return sure + (replies.size() - sure) / 4;
}

// -- with the reply on the board ----------------------------------------------------------------------------

bool ExactEvaluator::is_replayed(Square, std::optional<Square> last) {
  for (auto it = fours_.begin(); it != fours_.end(); ++it)
    if (search_.fours().replay(*it)) {
      std::rotate(fours_.begin(), it, it + 1);
      return true;
    }
  if (settings_.related_squares && is_won_by_remembered(memory_of(last))) return true;
  const std::size_t tried = std::min(threats_.size(), tried_again);
  for (auto it = threats_.begin(); it != threats_.begin() + static_cast<std::ptrdiff_t>(tried); ++it)
    if (search_.wins_with(*it)) {
      std::rotate(threats_.begin(), it, it + 1);
      return true;
    }
  return false;
}

bool ExactEvaluator::is_found(std::optional<Square> last) {
  ++searches_;
  ExactResult found = search_.search();
  if (!found.win) return false;
  if (settings_.related_squares) note(std::move(found), memory_of(last));
  return true;
}

}  // namespace

std::unique_ptr<Evaluator> exact_evaluator(RuleSet rule, int size, Color attacker, const Settings& settings) {
  return std::make_unique<ExactEvaluator>(rule, size, attacker, settings);
}

}  // namespace fiveproof::solve
