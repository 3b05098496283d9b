#include "verify/outcome/verdict.hpp"

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
  verdict.proof = "5ec";
  verdict.trusted = trusted_text(Trust::dbsearch, false, 0);
  verdict.outcome = Outcome::verified;
  CHECK(to_text(verdict) ==
        "VERIFIED freestyle 15x15: black wins from h8 a1; 3,766 positions, 812,004 replies; effort 200; "
        "proof 5ec; trusted: fiveproof rules, reader and db-search");
  verdict.outcome = Outcome::verified_trusting;
  verdict.trusting = parts_text(true, 4);
  verdict.trusted = trusted_text(Trust::dbsearch, true, 4);
  CHECK(
      to_text(verdict) ==
      "VERIFIED, TRUSTING a journal and 4 reports; freestyle 15x15: black wins from h8 a1; 3,766 positions, "
      "812,004 replies; effort 200; proof 5ec; trusted: fiveproof rules, reader and db-search, and a journal "
      "and "
      "4 reports");
  verdict.outcome = Outcome::not_verified;
  CHECK(to_text(verdict) == "NOT VERIFIED freestyle 15x15: black wins from h8 a1; no gaps; proof 5ec");
  verdict.outcome = Outcome::undecided;
  verdict.percent_done = 41;
  CHECK(to_text(verdict) ==
        "UNDECIDED freestyle 15x15: black wins from h8 a1; interrupted after 41 % of the replies; proof 5ec");
  verdict.proof.clear();
  CHECK(to_text(verdict) ==
        "UNDECIDED freestyle 15x15: black wins from h8 a1; interrupted after 41 % of the replies");
  verdict.proof = "5ec";
  verdict.shard = Shard{2, 4};
  CHECK(to_text(verdict) ==
        "UNDECIDED freestyle 15x15: black wins from h8 a1; shard 2/4 interrupted after 41 % of the replies; "
        "proof 5ec");
  verdict.percent_done.reset();
  verdict.shard_positions = 1204;
  CHECK(
      to_text(verdict) ==
      "UNDECIDED freestyle 15x15: black wins from h8 a1; shard 2/4: all its 1,204 positions hold; proof 5ec");
  of(verdict.shard_gaps, GapKind::unanswered_reply) = 12;
  CHECK(to_text(verdict) ==
        "UNDECIDED freestyle 15x15: black wins from h8 a1; shard 2/4: 12 gaps (12 unanswered-reply) at its "
        "1,204 "
        "positions; proof 5ec");
}

TEST_CASE("what is trusted names the files that took the place of work", "[verify]") {
  const std::string base = "fiveproof rules, reader and db-search";
  CHECK(trusted_text(Trust::dbsearch, false, 0) == base);
  CHECK(trusted_text(Trust::dbsearch, true, 0) == base + ", and a journal");
  CHECK(trusted_text(Trust::dbsearch, false, 4) == base + ", and 4 reports");
  CHECK(trusted_text(Trust::dbsearch, true, 1) == base + ", and a journal and 1 report");
  CHECK(parts_text(false, 0).empty());
  CHECK(trusted_text(Trust::rules, false, 1) == "the audit kernel, and 1 report");
}

TEST_CASE("a shard is I/N", "[verify]") {
  CHECK(parse_shard("2/4").value() == Shard{2, 4});
  CHECK(parse_shard("1/1").value().is_whole());
  const auto* text = GENERATE("", "1", "/", "0/1", "2/1", "-1/2", "1/ 2", "1/2/3", "1/1000001", "a/b");
  CAPTURE(text);
  CHECK_FALSE(parse_shard(text).ok());
  // Every node is in exactly one shard.
  for (std::uint64_t nodes = 0; nodes < 12; ++nodes) {
    for (std::uint32_t count = 1; count < 15; ++count) {
      std::set<std::uint64_t> seen;
      for (std::uint32_t index = 1; index <= count; ++index) {
        const Shard shard{index, count};
        for (std::uint64_t k = 0; k < shard.size(nodes); ++k) {
          CHECK(shard.has(shard.node(k)));
          CHECK(seen.insert(shard.node(k)).second);
        }
      }
      CHECK(seen.size() == nodes);
      CHECK((seen.empty() || *seen.rbegin() == nodes - 1));
    }
  }
}

TEST_CASE("a verdict line counts gaps by kind", "[verify]") {
  Verdict verdict;
  verdict.claim = parse_claim("standard 15 black").value();
  verdict.proof = "5ec";
  of(verdict.gaps, GapKind::unanswered_reply) = 1190;
  of(verdict.gaps, GapKind::unproved_leaf) = 14;
  of(verdict.gaps, GapKind::refuted_move) = 2;
  CHECK(
      to_text(verdict) ==
      "NOT VERIFIED standard 15x15: black wins from the empty board; 1,204 gaps (1,190 unanswered-reply, 14 "
      "unproved-leaf), 2 refuted-move; proof 5ec");
  verdict.gaps = {};
  of(verdict.gaps, GapKind::illegal_move) = 1;
  CHECK(to_text(verdict.gaps) == "1 illegal-move");
  of(verdict.gaps, GapKind::missing_root) = 1;
  CHECK(to_text(verdict.gaps) == "1 gap (1 missing-root), 1 illegal-move");
}
