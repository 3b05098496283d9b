#include "proof/graph/patch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "game/symmetry.hpp"
#include "proof/graph/links.hpp"

namespace fiveproof {
namespace {

bool claims(const Proof& proof, const Position& position) {
  const Canonical canonical = canonical_form(position);
  return std::ranges::any_of(proof.roots, [&](const Root& root) {
    return root.position.stone_count() == position.stone_count() &&
           canonical_form(root.position).position == canonical.position;
  });
}

/// Marks the records at and above doubtful positions, from below: few positions are doubtful, and an OR
/// position has few others from which a move and a reply lead to it.
std::vector<bool> doubtful_records(const Proof& proof, std::vector<Position> waiting) {
  std::vector<bool> is_doubtful(proof.records.count());
  while (!waiting.empty()) {
    const Position position = canonical_form(waiting.back()).position;
    waiting.pop_back();
    if (position.to_move() != proof.attacker) continue;
    const auto [first, last] = proof.records.find(position);
    for (std::size_t i = first; i < last; ++i) is_doubtful[i] = true;  // all of a position fall together
    for (Square reply : position.stones(opponent(proof.attacker))) {
      Position and_position = position;
      and_position.undo(reply);
      for (std::size_t i : records_before(proof, and_position))
        if (!is_doubtful[i]) {
          is_doubtful[i] = true;
          waiting.push_back(proof.records.at(i).position);
        }
    }
  }
  return is_doubtful;
}

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
  std::vector<Position> doubts(gaps.begin(), gaps.end());
  for (const Gap& finding : proof.findings) doubts.push_back(finding.position);
  const std::vector<bool> is_doubtful = doubtful_records(proof, std::move(doubts));
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
