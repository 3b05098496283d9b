#include "proof/graph/patch.hpp"

#include <algorithm>

#include "game/legal_moves.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {
namespace {

bool claims(const Proof& proof, const Position& position) {
  const Canonical canonical = canonical_form(position);
  return std::ranges::any_of(proof.roots, [&](const Root& root) {
    return root.position.stone_count() == position.stone_count() &&
           canonical_form(root.position).position == canonical.position;
  });
}

/// Marks the records that lead to doubtful positions, from below: few positions are doubtful, and an OR
/// position has few others from which a move and a reply lead to it.
class Doubts {
 public:
  explicit Doubts(const Proof& proof) : proof_(proof), is_doubtful_(proof.records.count()) {}

  void add(const Position& or_position) { waiting_.push_back(canonical_form(or_position).position); }

  std::vector<bool> run() && {
    while (!waiting_.empty()) {
      const Position position = waiting_.back();
      waiting_.pop_back();
      if (position.to_move() != proof_.attacker) continue;
      note(position);
      for (Square reply : position.stones(opponent(proof_.attacker))) look_before(position, reply);
    }
    return std::move(is_doubtful_);
  }

 private:
  void look_before(const Position& position, Square reply) {
    Position and_position = position;
    and_position.undo(reply);
    const Position expected = canonical_form(and_position).position;
    for (Square move : position.stones(proof_.attacker)) {
      Position before = and_position;
      before.undo(move);
      const auto [first, last] = proof_.records.find(canonical_form(before).position);
      for (std::size_t i = first; i < last; ++i)
        if (!is_doubtful_[i] && leads_to(proof_.records.at(i), expected)) note(proof_.records.at(i).position);
    }
  }

  [[nodiscard]] bool leads_to(const Record& record, const Position& canonical) const {
    if (!record.move || !is_legal(record.position, proof_.rule, proof_.attacker, *record.move))
      return false;
    Position next = record.position;
    next.play(*record.move);
    return canonical_form(next).position == canonical;
  }

  /// Marks all records of a position, as they fall together.
  void note(const Position& canonical) {
    const auto [first, last] = proof_.records.find(canonical);
    for (std::size_t i = first; i < last; ++i) {
      if (is_doubtful_[i]) continue;
      is_doubtful_[i] = true;
      waiting_.push_back(canonical);
    }
  }

  const Proof& proof_;
  std::vector<bool> is_doubtful_;
  std::vector<Position> waiting_;
};

}  // namespace

Proof patched(const Proof& base, const Proof& patch) {
  FIVEPROOF_ENSURE(base.rule == patch.rule && base.size == patch.size && base.attacker == patch.attacker);
  Proof result(base.rule, base.size, base.attacker);
  result.roots = base.roots;
  std::ranges::copy_if(base.findings, std::back_inserter(result.findings),
                       [&](const Gap& gap) { return !claims(patch, gap.position); });
  for (std::size_t i = 0; i < patch.records.count(); ++i) {
    const Record record = patch.records.at(i);
    result.records.add(record.position, record.move);
  }
  for (std::size_t i = 0; i < base.records.count(); ++i) {
    const Record record = base.records.at(i);
    const auto [first, last] = patch.records.find(record.position);
    if (first == last) result.records.add(record.position, record.move);
  }
  result.records.finish();
  return result;
}

Proof without_gaps(const Proof& proof, std::span<const Position> gaps) {
  Doubts doubts(proof);
  for (const Position& gap : gaps) doubts.add(gap);
  for (const Gap& finding : proof.findings) doubts.add(finding.position);
  const std::vector<bool> is_doubtful = std::move(doubts).run();
  Proof result(proof.rule, proof.size, proof.attacker);
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    if (is_doubtful[i]) continue;
    const Record record = proof.records.at(i);
    result.records.add(record.position, record.move);
  }
  result.records.finish();
  return result;
}

}  // namespace fiveproof
