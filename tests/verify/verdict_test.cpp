#include "verify/verdict.hpp"

#include "proofs.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;

namespace {
std::uint64_t& of(GapCounts& gaps, GapKind kind) { return gaps[static_cast<std::size_t>(kind)]; }
}  // namespace

TEST_CASE("numbers have a comma every three digits", "[verify]") {
  CHECK(with_separators(0) == "0");
  CHECK(with_separators(999) == "999");
  CHECK(with_separators(1000) == "1,000");
  CHECK(with_separators(812004) == "812,004");
  CHECK(with_separators(1234567890) == "1,234,567,890");
}

TEST_CASE("a fresh verdict rejects", "[verify]") { CHECK(Verdict{}.outcome == Outcome::not_verified); }

TEST_CASE("a verdict line says what was proved and what must be believed", "[verify]") {
  Verdict verdict;
  verdict.claim = parse_claim("freestyle 15 black h8 a1").value();
  verdict.positions = 3766;
  verdict.replies = 812004;
  verdict.effort = 200;
  verdict.outcome = Outcome::verified;
  CHECK(to_text(verdict) ==
        "VERIFIED freestyle 15x15: black wins from h8 a1; 3,766 positions, 812,004 replies; effort 200; "
        "trusted: fiveproof rules, reader and db-search");
  verdict.outcome = Outcome::undecided;
  verdict.percent_done = 41;
  CHECK(to_text(verdict) ==
        "UNDECIDED freestyle 15x15: black wins from h8 a1; interrupted after 41 % of the replies");
}

TEST_CASE("a verdict line counts gaps by kind", "[verify]") {
  Verdict verdict;
  verdict.claim = parse_claim("standard 15 black").value();
  of(verdict.gaps, GapKind::unanswered_reply) = 1190;
  of(verdict.gaps, GapKind::unproved_leaf) = 14;
  of(verdict.gaps, GapKind::refuted_move) = 2;
  CHECK(
      to_text(verdict) ==
      "NOT VERIFIED standard 15x15: black wins from the empty board; 1,204 gaps (1,190 unanswered-reply, 14 "
      "unproved-leaf), 2 refuted-move");
  verdict.gaps = {};
  of(verdict.gaps, GapKind::illegal_move) = 1;
  CHECK(to_text(verdict.gaps) == "1 illegal-move");
  of(verdict.gaps, GapKind::missing_root) = 1;
  CHECK(to_text(verdict.gaps) == "1 gap (1 missing-root), 1 illegal-move");
}
