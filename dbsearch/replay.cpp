#include "dbsearch/replay.hpp"

#include <algorithm>
#include <bit>

namespace fiveproof::dbsearch {

void put_costs(Field& field, const Threat& threat) {
  threat.each_cost([&](Square s) { field.put_defender(s); });
}

bool Replay::is_malformed(std::span<const Threat> sequence) const {
  return std::any_of(sequence.begin(), sequence.end(), [this](const Threat& threat) {
    return !is_well_formed(threat) || !threat.gain.is_on_board(size_);
  });
}

bool Replay::can_be_played(const Field& field, const Threat& threat) const {
  const auto n = field.board().around(Field::attacker, threat.gain, static_cast<int>(threat.direction));
  return applies(threat, n.own, n.blocked, five_);
}

bool Replay::wins(const Field& start, Color attacker, std::span<const Threat> sequence) {
  hit_limit_ = false;
  five_ = five_kind(rule_, attacker);
  // The whole sequence is looked at before any of it is played, as a defence depends on the threats to come.
  if (is_malformed(sequence)) return false;
  sequence_ = sequence;
  goals_from_.clear();
  Field field = start;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const Threat& threat = sequence[i];
    // P1. The threat can be played on the real board: its rest, its empty squares and
    // its extensions hold there.
    if (!can_be_played(field, threat)) return false;
    // A complete sequence has a double threat at its end, and only there.
    if (is_double_threat(threat.kind) != (i + 1 == sequence.size())) return false;
    // P2. A five ends the game: the defender has made no move since D0 looked for a five of his.
    if (threat.kind == ThreatKind::five) return true;
    field.put_attacker(threat.gain);
    if (field.overflowed()) return false;
    // D0, category 0: the defender has no five, now that the attacker's stone is on the board. A four that a
    // cost stone completed and that the attacker did not block is found here as well.
    if (field.defender_has_five_square()) return false;
    if (threat.kind == ThreatKind::straight_four) return true;
    // D1, category 1: the defender can answer a three with fours.
    if (category_of(threat.kind) == 2 && refuted_by_fours(field, i)) return false;
    put_costs(field, threat);
  }
  return false;
}

/// The squares of the lines of threat i and of all threats after it.
const SquareSet& Replay::goals_from(std::size_t i) {
  if (goals_from_.empty()) {
    goals_from_.resize(sequence_.size() + 1);
    for (std::size_t k = sequence_.size(); k-- > 0;) {
      const Threat& threat = sequence_[k];
      const std::uint32_t mask = threat.line | (is_spoiled_by_one_more(five_) ? threat.extension : 0u);
      goals_from_[k] = goals_from_[k + 1];
      threat.add_squares(static_cast<Threat::Mask>(mask), size_, goals_from_[k]);
    }
  }
  return goals_from_[i];
}

bool Replay::refuted_by_fours(Field& field, std::size_t i) {
  fours_.clear();
  field.append_fours(0, fours_);
  if (fours_.empty()) return false;
  goals_ = goals_from(i);
  budget_ = defensive_limit;
  return explore(field, 0, i);
}

// Visits every position that the defender can reach from `field` by fours, each answered at once. He can
// still choose from fours_[first] on, in a fixed order: a four that was skipped is not taken up again, so
// that a set of fours is visited once and not once for each order.
bool Replay::explore(Field& field, std::size_t first, std::size_t i) {
  // D1a. A four that touches a goal square, with its gain or with the attacker's answer, refutes. The
  // answer counts as well because the defender may exchange the two squares.
  const std::size_t last = fours_.size();
  for (std::size_t n = first; n < last; ++n)
    if (goals_.contains(fours_[n].gain) || goals_.contains(fours_[n].answer)) return true;

  for (std::size_t n = first; n < last; ++n) {
    const Field::Four four = fours_[n];
    if (!field.board().is_empty(four.gain) || !field.board().is_empty(four.answer)) continue;
    ++defensive_nodes_;
    if (budget_-- == 0) {
      hit_limit_ = true;
      return true;
    }
    const Field::Mark before = field.mark();
    field.put_defender(four.gain);
    if (field.overflowed()) return true;
    // D1b. With a second square to complete a five, the attacker cannot answer both.
    if (field.defender_has_five_square_besides(four.answer)) return true;
    field.put_attacker(four.answer);
    // D1c. The stones gained may help against a later four (Allis 1994, figure 5.5).
    if (breaks_a_later_four(field, i)) return true;

    // The defender goes on choosing from what is left and what this four made possible.
    for (std::size_t k = n + 1; k < last; ++k) fours_.push_back(fours_[k]);
    field.append_fours(before.windows, fours_);
    if (explore(field, last, i)) return true;
    fours_.resize(last);
    field.take(Field::attacker, four.answer, before);
    field.take(Field::defender, four.gain, before);
  }
  return false;
}

// Here `field` is the board after threat i and some answered fours. The defender replies to threat i, and the
// attacker goes on, but only up to his next three: there all fours are looked at anew, and those played here
// can be played there as well, since they touch no goal square.
bool Replay::breaks_a_later_four(Field field, std::size_t i) const {
  put_costs(field, sequence_[i]);
  for (std::size_t k = i + 1; k < sequence_.size(); ++k) {
    const Threat& threat = sequence_[k];
    if (!can_be_played(field, threat)) return true;
    if (threat.kind == ThreatKind::five) return false;
    field.put_attacker(threat.gain);
    if (field.overflowed() || field.defender_has_five_square()) return true;
    if (threat.kind != ThreatKind::four) return false;
    put_costs(field, threat);
  }
  return false;
}

}  // namespace fiveproof::dbsearch
