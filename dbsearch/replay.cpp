#include "dbsearch/replay.hpp"

#include <algorithm>
#include <bit>

namespace fiveproof::dbsearch {

void put_costs(Field& field, const Threat& threat) {
  for (std::uint32_t costs = threat.cost; costs != 0; costs &= costs - 1)
    field.put_defender(threat.at(std::countr_zero(costs) - Threat::center));
}

bool Replay::is_malformed(std::span<const Threat> sequence) const {
  return std::any_of(sequence.begin(), sequence.end(), [this](const Threat& threat) {
    return !is_well_formed(threat) || !threat.gain.is_on_board(size_);
  });
}

bool Replay::can_be_played(const Field& field, const Threat& threat) const {
  const auto n = field.board().around(Field::attacker, threat.gain, static_cast<int>(threat.direction));
  return applies(threat, n.own, n.blocked, exact_five_);
}

bool Replay::wins(const Field& start, std::span<const Threat> sequence) {
  hit_limit_ = false;
  // The whole sequence, before any of it is played: a defence looks at the threats that are still to come.
  if (is_malformed(sequence)) return false;
  sequence_ = sequence;
  Field field = start;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const Threat& threat = sequence[i];
    // P1. The threat can be played on the real board: rest, empty squares, extensions.
    if (!can_be_played(field, threat)) return false;
    // A sequence is complete: a double threat at its end, and only there.
    if (is_double_threat(threat.kind) != (i + 1 == sequence.size())) return false;
    // P2. A five ends the game; the defender has not had a move since his last one was looked at.
    if (threat.kind == ThreatKind::five) return true;
    field.put_attacker(threat.gain);
    if (field.overflowed()) return false;
    // D0. Category 0: no five for the defender, now that the attacker's stone is on the board. This is also
    // where a four that a cost stone completed, and that the attacker did not block, is found.
    if (field.defender_has_five_square()) return false;
    if (threat.kind == ThreatKind::straight_four) return true;
    // D1. Category 1: fours against a three.
    if (category_of(threat.kind) == 2 && refuted_by_fours(field, i)) return false;
    put_costs(field, threat);
  }
  return false;
}

SquareSet Replay::goals_from(std::size_t i) const {
  SquareSet goals;
  for (; i < sequence_.size(); ++i) {
    const Threat& threat = sequence_[i];
    const std::uint32_t mask = threat.line | (exact_five_ ? threat.extension : 0u);
    goals |= threat.squares(static_cast<Threat::Mask>(mask), size_);
  }
  return goals;
}

bool Replay::refuted_by_fours(const Field& field, std::size_t i) {
  std::vector<Field::Four> fours;
  if (!field.defender_can_make_four()) return false;
  field.append_fours(0, fours);
  goals_ = goals_from(i);
  budget_ = defensive_limit;
  return explore(field, fours, i);
}

// Visits every position the defender can reach from `field` by fours, each answered at once. `fours` are
// those he can still choose from, in a fixed order: one that is skipped is not taken up again, so
// that a set of fours is visited once and not once per order.
bool Replay::explore(const Field& field, std::span<const Field::Four> fours, std::size_t i) {
  // D1a. A four that touches a goal square, with its gain or with the attacker's answer, refutes. The
  // answer counts as well because the defender may exchange the two squares.
  for (const Field::Four& four : fours)
    if (goals_.contains(four.gain) || goals_.contains(four.answer)) return true;

  for (std::size_t n = 0; n < fours.size(); ++n) {
    const Field::Four& four = fours[n];
    if (!field.board().is_empty(four.gain) || !field.board().is_empty(four.answer)) continue;
    ++defensive_nodes_;
    if (budget_-- == 0) {
      hit_limit_ = true;
      return true;
    }
    Field after = field;
    const int known = after.window_count();
    after.put_defender(four.gain);
    if (after.overflowed()) return true;
    // D1b. A second square to complete: the attacker cannot answer both.
    SquareSet answers = after.defender_five_squares();
    answers.erase(four.answer);
    if (!answers.empty()) return true;
    after.put_attacker(four.answer);
    // D1c. The stones gained help against a later four (Allis 1994, figure 5.5).
    if (breaks_a_later_four(after, i)) return true;

    std::vector<Field::Four> next(fours.begin() + static_cast<std::ptrdiff_t>(n) + 1, fours.end());
    after.append_fours(known, next);
    if (explore(after, next, i)) return true;
  }
  return false;
}

// From `field`, which is the board after threat i and some answered fours: the defender replies to threat
// i, and the attacker goes on. Only up to the next three: there all fours are looked at anew, and those
// played here can be played there as well (they touch no goal square).
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
