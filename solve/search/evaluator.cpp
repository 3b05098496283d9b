#include "solve/search/evaluator.hpp"

#include <algorithm>

#include "dbsearch/related.hpp"
#include "game/legal_moves.hpp"
#include "solve/search/move_order.hpp"

namespace fiveproof::solve {

Evaluator::Evaluator(RuleSet rule, int size, Color attacker, const Settings& settings)
    : attacker_(attacker), settings_(settings), searcher_(rule, size), defence_(rule, size) {
  options_.node_limit = settings.threat_nodes;
}

void Evaluator::set_position(const Position& position) {
  searcher_.set_position(position, attacker_);
  own_ = position.stones(attacker_);
  occupied_ = position.occupied();
  known_.clear();
}

bool Evaluator::attacker_wins(const Position& position) {
  set_position(position);
  ++searches_;
  return searcher_.search(options_).win;
}

bool Evaluator::attacker_has_lost(const Position& and_position) {
  if (!can_make_five(and_position, attacker_)) return true;
  defence_.set_position(and_position, opponent(attacker_));
  ++searches_;
  return defence_.search(options_).win;
}

bool Evaluator::is_threat(const Position& and_position, std::optional<Square> last) {
  set_position(and_position);
  return find_null_move_win(last);
}

// require: set_position() was called.
bool Evaluator::find_null_move_win(std::optional<Square> last) {
  Memory& memory = memory_of(last);
  for (auto it = memory.begin(); it != memory.end(); ++it) {
    if (!fits(*it) || !searcher_.replay(it->sequence)) continue;
    std::rotate(memory.begin(), it, it + 1);
    known_.push_back(memory.front());
    known_.back().related = searcher_.related_squares(known_.back().sequence);
    return true;
  }
  ++searches_;
  auto found = searcher_.search(options_);
  if (!found.win) return false;
  known_.push_back(known(std::move(found.sequence)));
  known_.back().related = searcher_.related_squares(known_.back().sequence);
  remember(memory, known_.back());
  return true;
}

Evaluator::Known Evaluator::known(dbsearch::ThreatSequence sequence) const {
  const int size = searcher_.size();
  Known known{std::move(sequence), {}, {}, SquareSet::whole_board(size)};
  known.needed = dbsearch::needed_squares(known.sequence, size);
  known.required = dbsearch::required_stones(known.sequence, size);
  return known;
}

void Evaluator::remember(Memory& memory, const Known& known) {
  if (memory.size() == remembered) memory.pop_back();
  memory.insert(memory.begin(), known);
}

int Evaluator::replies_left(const Position& and_position) {
  const Known& k = known_.front();
  const SquareSet replies = legal_moves(and_position, searcher_.rule(), opponent(attacker_));
  const int sure = (k.needed & replies).size();
  const int maybe = ((k.related - k.needed) & replies).size();
  return sure + maybe / 4;
}

std::vector<Square> Evaluator::open_replies(const Position& and_position, std::optional<Square> last) {
  const auto all = ordered_replies(and_position, searcher_.rule());
  return open_replies(and_position, last, all, all.size(), [](Square) { return false; }).open;
}

bool Evaluator::answers(Square reply) const {
  return std::ranges::any_of(known_, [&](const Known& k) { return !k.related.contains(reply); });
}

// -- with the reply on the board ----------------------------------------------------------------------------

bool Evaluator::replay_known(Square reply) {
  for (auto it = known_.begin(); it != known_.end(); ++it)
    if (!it->needed.contains(reply) && searcher_.replay(it->sequence)) {
      std::rotate(known_.begin(), it, it + 1);
      return true;
    }
  return false;
}

bool Evaluator::replay_remembered(Square reply, Memory& memory) {
  if (!settings_.related_squares) return false;
  for (auto it = memory.begin(); it != memory.end(); ++it) {
    if (it->needed.contains(reply) || !fits(*it) || !searcher_.replay(it->sequence)) continue;
    std::rotate(memory.begin(), it, it + 1);
    known_.insert(known_.begin(), memory.front());
    known_.front().related = SquareSet::whole_board(searcher_.size());  // it was tried after this reply alone
    return true;
  }
  return false;
}

bool Evaluator::search_reply(Memory& memory) {
  ++searches_;
  auto found = searcher_.search(options_);
  if (!found.win) return false;
  if (!settings_.related_squares) return true;
  known_.insert(known_.begin(), known(std::move(found.sequence)));
  remember(memory, known_.front());
  return true;
}

}  // namespace fiveproof::solve
