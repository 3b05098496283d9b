#include "solve/patch.hpp"

#include <algorithm>

#include "game/symmetry.hpp"

namespace fiveproof::solve {
namespace {

bool claims(const Proof& proof, const Position& position) {
  const Canonical canonical = canonical_form(position);
  return std::ranges::any_of(proof.roots, [&](const Root& root) {
    return root.position.stone_count() == position.stone_count() &&
           canonical_form(root.position).position == canonical.position;
  });
}

/// Marks the records that play from the claims can lead to.
class Reach {
 public:
  explicit Reach(const Proof& proof) : proof_(proof), seen_(proof.records.count()) {}

  std::vector<bool> run() && {
    for (const Root& root : proof_.roots) visit(root.position);
    while (!waiting_.empty()) {
      const Record record = proof_.records.at(waiting_.back());
      waiting_.pop_back();
      if (!record.move || !record.position.is_empty(*record.move)) continue;
      Position next = record.position;
      next.play(*record.move);
      visit(next);
    }
    return std::move(seen_);
  }

 private:
  void visit(const Position& position) {
    if (position.to_move() == proof_.attacker) return note(position);
    for (Square s : position.empties()) {
      Position next = position;
      next.play(s);
      note(next);
    }
  }
  void note(const Position& or_position) {
    const auto [first, last] = proof_.records.find(canonical_form(or_position).position);
    for (std::size_t i = first; i < last; ++i) {
      if (seen_[i]) continue;
      seen_[i] = true;
      waiting_.push_back(i);
    }
  }

  const Proof& proof_;
  std::vector<bool> seen_;
  std::vector<std::size_t> waiting_;
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

Proof without_strays(const Proof& proof) {
  const std::vector<bool> is_reached = Reach(proof).run();
  Proof result(proof.rule, proof.size, proof.attacker);
  result.roots = proof.roots;
  result.findings = proof.findings;
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    if (!is_reached[i]) continue;
    const Record record = proof.records.at(i);
    result.records.add(record.position, record.move);
  }
  result.records.finish();
  return result;
}

}  // namespace fiveproof::solve
