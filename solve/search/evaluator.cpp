#include "solve/search/evaluator.hpp"

#include "solve/search/move_order.hpp"

namespace fiveproof::solve {

std::unique_ptr<Evaluator> Evaluator::of(RuleSet rule, int size, Color attacker, const Settings& settings) {
  return (has_forbidden_moves(rule) ? exact_evaluator : threat_evaluator)(rule, size, attacker, settings);
}

bool Evaluator::attacker_wins(const Position& position) {
  set_position(position);
  ++searches_;
  return search_wins();
}

bool Evaluator::attacker_has_lost(const Position& and_position) {
  if (can_win_no_more(and_position, rule_, attacker_)) return true;
  ++searches_;
  return defender_wins(and_position);
}

bool Evaluator::is_threat(const Position& and_position, std::optional<Square> last) {
  set_position(and_position);
  return find_null_move_win(last);
}

Evaluator::Replies Evaluator::open_replies(const Position& and_position, std::optional<Square> last,
                                           std::span<const Square> replies, std::size_t most,
                                           const std::function<bool(Square)>& needs_no_search) {
  Replies found;
  set_position(and_position);
  if (settings_.related_squares) (void)find_null_move_win(last);
  for (; found.looked_at < replies.size() && found.open.size() < most; ++found.looked_at) {
    const Square s = replies[found.looked_at];
    if (is_answered(s)) continue;
    put_reply(s);
    if (!is_replayed(s, last) && (needs_no_search(s) || !is_found(last))) found.open.push_back(s);
    undo_reply();
  }
  for (Square s : replies.subspan(found.looked_at)) found.left += !is_answered(s);
  return found;
}

std::vector<Square> Evaluator::open_replies(const Position& and_position, std::optional<Square> last) {
  const auto all = ordered_replies(and_position, rule_);
  return open_replies(and_position, last, all, all.size(), [](Square) { return false; }).open;
}

}  // namespace fiveproof::solve
