#include "session/store_import.hpp"

#include <utility>

#include "proof/graph/merge.hpp"
#include "proof/graph/patch.hpp"
#include "session/proof_check.hpp"

namespace fiveproof::session {

Result<Holding> what_holds(Proof proof, RuleSet rule, const solve::WorkOptions& how) {
  Holding holding{std::move(proof)};
  Proof& kept = holding.proof;
  kept.rule = rule;
  holding.records = kept.records.count();
  FIVEPROOF_LET(const auto checked, check_found(kept, how));
  if (checked.is_interrupted) return Error{ErrorCode::limit, "interrupted"};  // nothing is known of it
  for (std::size_t i = 0; i < kept.roots.size(); ++i)
    (checked.is_proved[i] ? holding.proved : holding.open).push_back(kept.roots[i]);
  if (checked.is_accepted) return holding;
  FIVEPROOF_TRY(trim(kept));
  kept = without_gaps(kept, checked.positions());
  return holding;
}

Status put_answers(const Proof& proof, solve::Store::Change& change) {
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    proof.records.passed(i);
    if (!record.move) continue;
    FIVEPROOF_TRY(change.put_answer(record.position, *record.move));
  }
  return Done{};
}

}  // namespace fiveproof::session
