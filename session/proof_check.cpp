#include "session/proof_check.hpp"

#include "verify/verifier.hpp"

namespace fiveproof::session {

std::vector<Position> ProofCheck::positions() const {
  std::vector<Position> positions;
  for (const Gap& gap : gaps) positions.push_back(gap.position);
  return positions;
}

Result<ProofCheck> check_found(const Proof& proof, const solve::WorkOptions& how,
                               const std::function<void(const verify::Progress&)>& on_progress) {
  verify::Options options;
  options.on_progress = on_progress;
  options.threads = how.threads;
  options.stop = how.stop;
  // What holds is taken over record by record, and of two moves it may be the other one.
  options.strict = true;
  const auto checked = verify::check_proof(proof, options);
  if (!checked.ok()) return checked.error();
  ProofCheck check;
  check.is_interrupted = checked.value().interrupted;
  check.is_accepted = !check.is_interrupted && checked.value().accepted() && checked.value().gap_count() == 0;
  for (const verify::Verdict& verdict : checked.value().verdicts)
    check.is_proved.push_back(verdict.outcome == verify::Outcome::verified);
  for (;;) {
    auto gap = checked.value().gaps->next();
    if (!gap.ok()) return gap.error();
    if (!gap.value()) return check;
    check.gaps.push_back(*std::move(gap).value());
  }
}

}  // namespace fiveproof::session
