// What of a proof holds, and no more, goes into a store.
#include "session/store_import.hpp"

#include <atomic>
#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "tests/positions.hpp"

namespace fiveproof::session {
namespace {

/// Black has four in a row, White to move: every reply is lost.
Root lost_root() { return root_after("h8 a1 i8 a2 j8 a3 k8"); }
/// Two stones of Black's, with which nobody wins at once.
Root open_root() { return root_after("h8 a1 i8"); }

Proof proof_of(const std::vector<Root>& roots, const std::vector<Record>& records) {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.roots = roots;
  for (const Record& record : records) proof.records.add(record.position, record.move);
  proof.records.finish();
  return proof;
}

/// Black wins with k8.
Record winning() { return {root_after("h8 a1 i8 a2 j8 a3").position, parse_square("k8", 15).value()}; }
/// Where this leads there is no proof.
Record leading_nowhere() { return {root_after("h8 a1 i8 a2").position, parse_square("o15", 15).value()}; }

TEST_CASE("of a proof that holds all is taken over", "[session][store]") {
  const Root root = root_after("h8 a1 i8 a2 j8 a3");
  const auto holding = what_holds(proof_of({root, lost_root()}, {winning()}), RuleSet::freestyle, {});
  REQUIRE(holding.ok());
  CHECK(holding.value().records == 1);
  CHECK(holding.value().proof.records.count() == 1);
  CHECK(holding.value().proved.size() == 2);
  CHECK(holding.value().open.empty());
}

TEST_CASE("of a proof with gaps what holds is taken over, and which claims", "[session][store]") {
  const Proof proof = proof_of({open_root(), lost_root()}, {winning(), leading_nowhere()});
  const auto holding = what_holds(proof, RuleSet::freestyle, {});
  REQUIRE(holding.ok());
  CHECK(holding.value().records == 2);
  // One record has a gap, and nothing leads to the other.
  CHECK(holding.value().proof.records.count() == 0);
  REQUIRE(holding.value().proved.size() == 1);
  CHECK(holding.value().proved[0].position == lost_root().position);
  REQUIRE(holding.value().open.size() == 1);
  CHECK(holding.value().open[0].position == open_root().position);
}

TEST_CASE("of a proof that was not looked at to its end nothing is taken over", "[session][store]") {
  const std::atomic<bool> stop{true};
  solve::WorkOptions how;
  how.stop = &stop;
  const auto holding = what_holds(proof_of({lost_root()}, {}), RuleSet::freestyle, how);
  REQUIRE_FALSE(holding.ok());
  CHECK(holding.error().code == ErrorCode::limit);
}

}  // namespace
}  // namespace fiveproof::session
