#include "verify/outcome/decision.hpp"

#include <algorithm>
#include <string_view>

namespace fiveproof::verify {
namespace {

/// Every claim holds, though perhaps only if what was taken over is true.
bool hold_all(const std::vector<Verdict>& verdicts) {
  return !verdicts.empty() && std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) {
    return verdict.outcome == Outcome::verified || verdict.outcome == Outcome::verified_trusting;
  });
}

}  // namespace

Expectation compare(const Proof& proof, Claim expected) {
  auto found = difference(proof, expected);
  return {std::move(expected), std::move(found)};
}

Decision decide(const Verification& checked, Demand demand) {
  Decision out;
  const GapCounts needed = checked.needed_gaps();  // findings of a converter are among them
  const bool is_clean = std::all_of(needed.begin(), needed.end(), [](auto n) { return n == 0; });
  const bool holds = checked.shard.has_value() || hold_all(checked.verdicts);
  const std::string taken = parts_text(checked.resumed > 0, checked.reports);
  const bool is_trusted = taken.empty() || demand.trust_parts;
  const bool is_as_expected = !demand.expected || !demand.expected->difference;

  if (!checked.interrupted && !checked.shard && holds && !is_clean)
    out.objections.push_back("NOT ACCEPTED: " + to_text(needed) + " at positions that no root reaches");
  if (!checked.interrupted && holds && is_clean && !is_trusted)
    out.objections.push_back("NOT ACCEPTED: trusting " + taken + ", and --trust-parts is not given");
  if (!is_as_expected) out.objections.push_back("NOT AS EXPECTED: " + *demand.expected->difference);

  if (checked.interrupted)
    out.answer = Decision::Answer::undecided;
  else if (holds && is_clean && is_trusted && is_as_expected)
    out.answer = Decision::Answer::yes;
  out.accepted = out.answer == Decision::Answer::yes && !checked.shard;
  out.demand = std::move(demand);
  return out;
}

std::vector<std::string> lines_of(const Verification& checked, const Decision& decision) {
  constexpr std::string_view proved = "VERIFIED";
  std::vector<std::string> lines = decision.objections;
  for (const Verdict& verdict : checked.verdicts) {
    std::string line = to_text(verdict);
    if (!decision.objections.empty() && line.starts_with(proved))
      line.replace(0, proved.size(), "NOT ACCEPTED");
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace fiveproof::verify
