// One function says yes or no, and report, lines and exit code follow it.
#include "verify/outcome/decision.hpp"

#include <nlohmann/json.hpp>

#include "proofs.hpp"
#include "report_text.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;
using nlohmann::json;

namespace {

Verification with(std::vector<Outcome> outcomes) {
  Verification checked;
  for (const Outcome outcome : outcomes) {
    Verdict verdict;
    verdict.claim = parse_claim("freestyle 15 black").value();
    verdict.outcome = outcome;
    verdict.trusting = outcome == Outcome::verified_trusting ? "4 reports" : "";
    checked.verdicts.push_back(verdict);
    if (outcome == Outcome::verified_trusting) checked.reports = 4;
    if (outcome == Outcome::undecided) checked.interrupted = true;
  }
  return checked;
}

const Demand trusting{.trust_parts = true};

Demand expecting(bool met) {
  Demand demand;
  demand.expected = Expectation{parse_claim("freestyle 15 black").value(), {}};
  if (!met) demand.expected->difference = "expected this; the file claims that";
  return demand;
}

/// The decision; the report says the same of it.
Decision decided(const Verification& checked, const Demand& demand = {}) {
  const Decision decision = decide(checked, demand);
  const json report = json::parse(report_text(checked, decision));
  CHECK(report["accepted"] == decision.accepted);
  CHECK(report["exit-code"] == static_cast<int>(decision.answer));
  CHECK(report["objections"] == json(decision.objections));
  CHECK(report["trust-parts"] == demand.trust_parts);
  CHECK(report.contains("expected") == demand.expected.has_value());
  if (demand.expected) {
    CHECK(report["expected"]["met"] == !demand.expected->difference);
    CHECK(report["expected"]["root"] == "the empty board");
  }
  for (std::size_t i = 0; i < checked.verdicts.size(); ++i)
    CHECK(report["claims"][i]["verdict"] == to_text(checked.verdicts[i]));
  CHECK((!decision.accepted || decision.answer == Decision::Answer::yes));
  return decision;
}

bool is_yes(const Decision& decision) {
  return decision.answer == Decision::Answer::yes && decision.accepted && decision.objections.empty();
}
bool is_no(const Decision& decision) { return decision.answer == Decision::Answer::no && !decision.accepted; }

}  // namespace

TEST_CASE("a fresh decision rejects", "[verify][decision]") {
  CHECK(is_no(Decision{}));
  CHECK(is_no(decided(Verification{})));  // nothing claimed, nothing proved
}

TEST_CASE("only if every claim is verified the answer is yes", "[verify][decision]") {
  CHECK(is_yes(decided(with({Outcome::verified}))));
  CHECK(is_yes(decided(with({Outcome::verified, Outcome::verified}))));
  CHECK(is_no(decided(with({Outcome::not_verified}))));
  CHECK(is_no(decided(with({Outcome::verified, Outcome::not_verified}))));
}

TEST_CASE("a gap anywhere is a no, and is named where no verdict names it", "[verify][decision]") {
  Verification checked = with({Outcome::verified});
  checked.gap_counts[static_cast<std::size_t>(GapKind::unproved_leaf)] = 2;
  const Decision decision = decided(checked);
  CHECK(is_no(decision));
  CHECK(decision.objections ==
        std::vector<std::string>{"NOT ACCEPTED: 2 gaps (2 unproved-leaf) at positions that no root reaches"});
}

TEST_CASE("another claim than the expected one is a no", "[verify][decision]") {
  CHECK(is_yes(decided(with({Outcome::verified}), expecting(true))));
  const Decision decision = decided(with({Outcome::verified}), expecting(false));
  CHECK(is_no(decision));
  CHECK(decision.objections ==
        std::vector<std::string>{"NOT AS EXPECTED: expected this; the file claims that"});
  CHECK(is_no(decided(with({Outcome::not_verified}), expecting(true))));
}

TEST_CASE("what was taken over is accepted only where that was asked for", "[verify][decision]") {
  for (const auto& outcomes : {std::vector{Outcome::verified_trusting},
                               std::vector{Outcome::verified_trusting, Outcome::verified_trusting}}) {
    const Verification checked = with(outcomes);
    CHECK_FALSE(checked.accepted());
    const Decision decision = decided(checked);
    CHECK(is_no(decision));
    CHECK(decision.objections ==
          std::vector<std::string>{"NOT ACCEPTED: trusting 4 reports, and --trust-parts is not given"});
    CHECK(is_yes(decided(checked, trusting)));
    Demand demand = expecting(false);
    demand.trust_parts = true;
    CHECK(is_no(decided(checked, demand)));
  }
  // A check that says verified although it took something over does not get through either.
  Verification checked = with({Outcome::verified});
  checked.resumed = 1;
  CHECK(is_no(decided(checked)));
}

TEST_CASE("where there is an objection no line begins with VERIFIED, and the verdict comes last",
          "[verify][decision]") {
  const Verification checked = with({Outcome::verified, Outcome::verified_trusting, Outcome::not_verified});
  const auto lines = [&](const Demand& demand) { return lines_of(checked, decided(checked, demand)); };
  const auto verdict = [&](std::size_t root) { return to_text(checked.verdicts[root]); };
  CHECK(lines(trusting) == std::vector{verdict(0), verdict(1), verdict(2)});
  const auto objected = lines(expecting(false));
  REQUIRE(objected.size() == 4);
  CHECK(objected[0].starts_with("NOT AS EXPECTED: "));
  CHECK("VERIFIED" + objected[1].substr(12) == verdict(0));
  CHECK(objected[1].starts_with("NOT ACCEPTED "));
  CHECK(objected[2].starts_with("NOT ACCEPTED, TRUSTING "));
  CHECK(objected[3] == verdict(2));
}

TEST_CASE("a shard that holds is a yes, and is not accepted", "[verify][decision]") {
  Verification checked = with({Outcome::undecided});
  checked.interrupted = false;
  checked.shard = Shard{2, 4};
  const Decision decision = decided(checked);
  CHECK(decision.answer == Decision::Answer::yes);
  CHECK_FALSE(decision.accepted);
  CHECK(is_no(decided(checked, expecting(false))));
  checked.resumed = 3;
  const Decision resumed = decided(checked);
  CHECK(is_no(resumed));
  CHECK(resumed.objections ==
        std::vector<std::string>{"NOT ACCEPTED: trusting a journal, and --trust-parts is not given"});
  CHECK(decided(checked, trusting).answer == Decision::Answer::yes);
  checked.gap_counts[0] = 1;
  CHECK(is_no(decided(checked, trusting)));
}

TEST_CASE("a check that was interrupted is neither", "[verify][decision]") {
  Verification checked = with({Outcome::undecided});
  CHECK(decided(checked).answer == Decision::Answer::undecided);
  CHECK(decided(checked, expecting(false)).answer == Decision::Answer::undecided);
  CHECK(decided(checked, expecting(false)).objections.size() == 1);
  checked.shard = Shard{1, 2};
  CHECK(decided(checked).answer == Decision::Answer::undecided);
  CHECK_FALSE(decided(checked).accepted);
}

TEST_CASE("an expectation is compared with the claims of the proof", "[verify][decision]") {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.records.finish();
  proof.roots.push_back({Position(15), std::nullopt});
  CHECK_FALSE(compare(proof, parse_claim("freestyle 15 black").value()).difference);
  CHECK(compare(proof, parse_claim("freestyle 15 white").value()).difference);
  proof.roots.push_back({Position(15), std::nullopt});
  CHECK(compare(proof, parse_claim("freestyle 15 black").value()).difference);
}

TEST_CASE("a file's name that is no UTF-8 does not spoil the report", "[verify][decision]") {
  const Verification checked = with({Outcome::verified});
  ReportContext context;
  context.file = "a\xFF\x1b.fvp";
  CHECK(json::parse(report_text(checked, decide(checked, {}), context))["file"] == "a\xEF\xBF\xBD\x1b.fvp");
}
