#include "verify/outcome/verdict.hpp"

#include <algorithm>

namespace fiveproof::verify {
namespace {

std::string list(const GapCounts& gaps, bool missing_evidence) {
  std::string out;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const auto kind = static_cast<GapKind>(i);
    if (gaps[i] == 0 || is_missing_evidence(kind) != missing_evidence) continue;
    if (!out.empty()) out += ", ";
    out += with_separators(gaps[i]) + ' ' + std::string(name_of(kind));
  }
  return out;
}

std::string verified_text(const Verdict& verdict) {
  return with_separators(verdict.positions) + (verdict.positions == 1 ? " position, " : " positions, ") +
         with_separators(verdict.replies) + (verdict.replies == 1 ? " reply; effort " : " replies; effort ") +
         std::to_string(verdict.effort);
}

std::string undecided_text(const Verdict& verdict) {
  std::string out;
  if (verdict.shard) out = "shard " + verdict.shard->text();
  if (verdict.percent_done)
    return out + (out.empty() ? "" : " ") + "interrupted after " + std::to_string(*verdict.percent_done) +
           " % of the replies";
  const std::string positions =
      with_separators(verdict.shard_positions) + (verdict.shard_positions == 1 ? " position" : " positions");
  const bool is_clean = std::all_of(verdict.shard_gaps.begin(), verdict.shard_gaps.end(),
                                    [](std::uint64_t count) { return count == 0; });
  if (verdict.shard_positions == 0 && is_clean) return out + ": no position of its own";
  if (is_clean)
    return out +
           (verdict.shard_positions == 1 ? ": its 1 position holds" : ": all its " + positions + " hold");
  return out + ": " + to_text(verdict.shard_gaps) + " at its " + positions;
}

}  // namespace

bool is_missing_evidence(GapKind kind) {
  return kind == GapKind::unanswered_reply || kind == GapKind::unproved_leaf || kind == GapKind::missing_root;
}

std::string_view name_of(Trust trust) { return trust == Trust::rules ? "rules" : "dbsearch"; }

std::string_view trusted_at(Trust trust) {
  return trust == Trust::rules ? "the audit kernel" : "fiveproof rules, reader and db-search";
}

std::string parts_text(bool journal, std::uint64_t reports) {
  std::string out = journal ? "a journal" : "";
  if (reports == 0) return out;
  return out + (journal ? " and " : "") + with_separators(reports) + (reports == 1 ? " report" : " reports");
}

std::string trusted_text(Trust trust, bool journal, std::uint64_t reports) {
  const std::string parts = parts_text(journal, reports);
  return std::string(trusted_at(trust)) + (parts.empty() ? "" : ", and " + parts);
}

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::verified:
      return "verified";
    case Outcome::verified_trusting:
      return "verified-trusting";
    case Outcome::not_verified:
      return "not-verified";
    case Outcome::undecided:
      return "undecided";
  }
  return "undecided";
}

std::string with_separators(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4)
    digits.insert(digits.size() - from_end, 1, ',');
  return digits;
}

std::string to_text(const GapCounts& gaps) {
  std::uint64_t missing = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    if (is_missing_evidence(static_cast<GapKind>(i))) missing += gaps[i];
  const std::string wrong = list(gaps, false);
  if (missing == 0) return wrong.empty() ? "no gaps" : wrong;
  std::string out = with_separators(missing) + (missing == 1 ? " gap (" : " gaps (") + list(gaps, true) + ')';
  if (!wrong.empty()) out += ", " + wrong;
  return out;
}

std::string to_text(const Verdict& verdict) {
  const std::string claim = to_text(verdict.claim) + "; ";
  const std::string proof = "; proof " + verdict.proof;
  const std::string trusted = "; trusted: " + verdict.trusted;
  switch (verdict.outcome) {
    case Outcome::verified:
      return "VERIFIED " + claim + verified_text(verdict) + proof + trusted;
    case Outcome::verified_trusting:
      return "VERIFIED, TRUSTING " + verdict.trusting + "; " + claim + verified_text(verdict) + proof +
             trusted;
    case Outcome::undecided:
      return "UNDECIDED " + claim + undecided_text(verdict) + (verdict.proof.empty() ? "" : proof);
    case Outcome::not_verified:
      break;
  }
  return "NOT VERIFIED " + claim + to_text(verdict.gaps) + proof;
}

}  // namespace fiveproof::verify
