#include "session/smaller_proof.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "base/phase.hpp"
#include "proof/gap.hpp"
#include "session/proof_check.hpp"
#include "solve/shrink/shrinker.hpp"
#include "verify/outcome/verdict.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::session {
namespace {

using Clock = std::chrono::steady_clock;

using Seconds = std::chrono::duration<double>;

/// So many of these seconds are left for the check of what was found, as the check of `proof` takes so long.
/// It has at most as many records, and is checked on the same threads; half as much again for a busy machine.
Result<Seconds> seconds_of_check(const Proof& proof, const solve::WorkOptions& how) {
  const auto start = Clock::now();
  FIVEPROOF_TRY(check_found(proof, how));
  return 1.5 * Seconds(Clock::now() - start);
}

/// Passes, until so many in turn have found nothing or the time is over. After one in vain they draw and lean
/// in turn.
void shrink(solve::Shrinker& shrinker, Phase& phase) {
  using Ties = solve::Shrinker::Ties;
  constexpr int most_in_vain = 10;
  for (int in_vain = 0; in_vain < most_in_vain;) {
    const std::size_t before = shrinker.needed();
    phase.reach(0);
    if (!shrinker.pass(in_vain % 2 == 0 ? Ties::leaning : Ties::drawn)) return;
    in_vain = shrinker.needed() < before ? 0 : in_vain + 1;
  }
}

}  // namespace

Result<std::optional<Proof>> smaller_proof(const Proof& proof, const solve::WorkOptions& how) {
  const auto start = Clock::now();
  FIVEPROOF_LET(const Seconds reserve, seconds_of_check(proof, how));
  const Seconds left = Seconds(how.seconds) - reserve - Seconds(Clock::now() - start);
  // What is needed is not known before the shrinker is made, but is at most this.
  Phase phase("looking for a smaller proof", proof.records.count());
  solve::ShrinkOptions options;
  options.settings = how.settings;
  options.effort = verify::default_effort;  // which check_found() asks with
  options.deadline = solve::deadline_after(left.count());
  options.on_progress = [&](std::size_t looked_at, std::size_t of, std::size_t) {
    phase.reach(looked_at + proof.records.count() - std::min(proof.records.count(), of));
  };
  solve::Shrinker shrinker(proof, options);
  shrink(shrinker, phase);

  // A position that is needed now may need others, in an orientation that only the verifier looked at.
  constexpr int most_rounds = 10;
  for (int round = 0; round < most_rounds && shrinker.needed() < proof.records.count(); ++round) {
    Proof smaller = shrinker.proof();
    FIVEPROOF_LET(const auto check, check_found(smaller, how));
    if (check.is_accepted) return std::optional<Proof>(std::move(smaller));
    if (check.is_interrupted) break;
    for (const Gap& gap : check.gaps)
      if (!verify::is_missing_evidence(gap.kind) || !shrinker.need(gap.position))
        return std::optional<Proof>();
  }
  return std::optional<Proof>();
}

}  // namespace fiveproof::session
