// An Evaluator by db-search: where every empty square may be played, a sequence that was found is worth a
// replay.
#include <algorithm>

#include "dbsearch/related.hpp"
#include "dbsearch/searcher.hpp"
#include "game/legal_moves.hpp"
#include "solve/search/evaluator.hpp"

namespace fiveproof::solve {
namespace {

class ThreatEvaluator final : public Evaluator {
 public:
  ThreatEvaluator(RuleSet rule, int size, Color attacker, const Settings& settings)
      : Evaluator(rule, attacker, settings), searcher_(rule, size), defence_(rule, size) {
    options_.node_limit = settings.threat_nodes;
  }

  int replies_left(const Position& and_position) override;

 protected:
  void set_position(const Position& position) override;
  bool search_wins() override { return searcher_.search(options_).win; }
  bool defender_wins(const Position& and_position) override;
  bool find_null_move_win(std::optional<Square> last) override;
  bool is_answered(Square reply) const override;
  void put_reply(Square reply) override { searcher_.put(opponent(attacker_), reply); }
  void undo_reply() override { searcher_.undo(); }
  bool is_replayed(Square reply, std::optional<Square> last) override;
  bool is_found(std::optional<Square> last) override;

 private:
  struct Known {
    dbsearch::ThreatSequence sequence;
    SquareSet needed;    ///< a stone on any of these spoils it
    SquareSet required;  ///< the attacker's stones it is built on
    SquareSet zone;      ///< outside it wins at the position that is looked at, whatever the reply
  };
  static constexpr std::size_t remembered = 16;  ///< sequences per move of the attacker

  using Memory = std::vector<Known>;
  [[nodiscard]] Memory& memory_of(std::optional<Square> last) { return memory_[place_of(last)]; }
  [[nodiscard]] Known known(dbsearch::ThreatSequence sequence) const;
  /// Could a remembered sequence work at this position? This says no to most without a replay.
  [[nodiscard]] bool fits(const Known& k) const {
    return !k.needed.intersects(occupied_) && (k.required - own_).empty();
  }
  [[nodiscard]] bool replay_known(Square reply);
  [[nodiscard]] bool replay_remembered(Square reply, Memory& memory);
  void know_remembered(Memory& memory, Memory::iterator it);
  static void remember(Memory& memory, const Known& known);

  dbsearch::SearchOptions options_;
  dbsearch::Searcher searcher_;
  dbsearch::Searcher defence_;
  SquareSet own_, occupied_;  ///< stones at the position that is looked at: the attacker's, and all
  std::vector<Known> known_;  ///< the sequences found for that position, most useful first
  ByMove<Memory> memory_;
};

void ThreatEvaluator::set_position(const Position& position) {
  searcher_.set_position(position, attacker_);
  own_ = position.stones(attacker_);
  occupied_ = position.occupied();
  known_.clear();
}

bool ThreatEvaluator::defender_wins(const Position& and_position) {
  defence_.set_position(and_position, opponent(attacker_));
  return defence_.search(options_).win;
}

// require: set_position() was called.
bool ThreatEvaluator::find_null_move_win(std::optional<Square> last) {
  Memory& memory = memory_of(last);
  for (auto it = memory.begin(); it != memory.end(); ++it) {
    if (!fits(*it) || !searcher_.replay(it->sequence)) continue;
    know_remembered(memory, it);
    return true;
  }
  ++searches_;
  auto found = searcher_.search(options_);
  if (!found.win) return false;
  known_.push_back(known(std::move(found.sequence)));
  remember(memory, known_.back());
  return true;
}

ThreatEvaluator::Known ThreatEvaluator::known(dbsearch::ThreatSequence sequence) const {
  const int size = searcher_.size();
  Known known{std::move(sequence), {}, {}, {}};
  known.zone = searcher_.zone_of(known.sequence);
  known.needed = dbsearch::needed_squares(known.sequence, size);
  known.required = dbsearch::required_stones(known.sequence, size);
  return known;
}

/// A remembered sequence wins at this position, too, where its zone is another one.
void ThreatEvaluator::know_remembered(Memory& memory, Memory::iterator it) {
  std::rotate(memory.begin(), it, it + 1);
  known_.insert(known_.begin(), memory.front());
  known_.front().zone = searcher_.zone_of(known_.front().sequence);
}

void ThreatEvaluator::remember(Memory& memory, const Known& known) {
  if (memory.size() == remembered) memory.pop_back();
  memory.insert(memory.begin(), known);
}

int ThreatEvaluator::replies_left(const Position& and_position) {
  const Known& k = known_.front();
  const SquareSet replies = legal_moves(and_position, rule_, opponent(attacker_));
  const int sure = (k.needed & replies).size();
  const int maybe = ((k.zone - k.needed) & replies).size();
  return sure + maybe / 2;
}

bool ThreatEvaluator::is_answered(Square reply) const {
  return std::ranges::any_of(known_, [&](const Known& k) { return !k.zone.contains(reply); });
}

// -- with the reply on the board ----------------------------------------------------------------------------

bool ThreatEvaluator::is_replayed(Square reply, std::optional<Square> last) {
  return replay_known(reply) || replay_remembered(reply, memory_of(last));
}

bool ThreatEvaluator::replay_known(Square reply) {
  for (auto it = known_.begin(); it != known_.end(); ++it)
    if (!it->needed.contains(reply) && searcher_.replay(it->sequence)) {
      std::rotate(known_.begin(), it, it + 1);
      return true;
    }
  return false;
}

bool ThreatEvaluator::replay_remembered(Square reply, Memory& memory) {
  if (!settings_.related_squares) return false;
  for (auto it = memory.begin(); it != memory.end(); ++it) {
    if (it->needed.contains(reply) || !fits(*it) || !searcher_.replay(it->sequence)) continue;
    know_remembered(memory, it);
    return true;
  }
  return false;
}

bool ThreatEvaluator::is_found(std::optional<Square> last) {
  ++searches_;
  auto found = searcher_.search(options_);
  if (!found.win) return false;
  if (!settings_.related_squares) return true;
  known_.insert(known_.begin(), known(std::move(found.sequence)));
  remember(memory_of(last), known_.front());
  return true;
}

}  // namespace

std::unique_ptr<Evaluator> threat_evaluator(RuleSet rule, int size, Color attacker,
                                            const Settings& settings) {
  return std::make_unique<ThreatEvaluator>(rule, size, attacker, settings);
}

}  // namespace fiveproof::solve
