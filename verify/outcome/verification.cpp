#include "verify/outcome/verification.hpp"

#include <algorithm>

namespace fiveproof::verify {

std::uint64_t Verification::gap_count() const {
  std::uint64_t sum = 0;
  for (std::uint64_t count : gap_counts) sum += count;
  return sum;
}

GapCounts Verification::needed_gaps() const {
  GapCounts needed = gap_counts;
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (!is_missing_evidence(static_cast<GapKind>(i))) needed[i] -= aside[i];
  return needed;
}

bool Verification::accepted() const {
  return !verdicts.empty() && std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) {
    return verdict.outcome == Outcome::verified;
  });
}

void Verification::interrupt(int percent_done) {
  interrupted = true;
  raw_gaps.reset();
  for (Verdict& verdict : verdicts) {
    verdict.outcome = Outcome::undecided;
    verdict.percent_done = percent_done;
  }
}

}  // namespace fiveproof::verify
