// What the solver found counts when the verifier has accepted it, and only then.
#include "session/lone_search.hpp"

#include <atomic>
#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "session/proof_check.hpp"
#include "tests/positions.hpp"

namespace fiveproof::session {
namespace {

const solve::StoreIdentity game{RuleSet::freestyle, 15, Color::black};

/// Black has four in a row, White to move: every reply is lost, and no record is needed to show it.
Root lost_root() { return root_after("h8 a1 i8 a2 j8 a3 k8"); }

Proof claim_of(const Root& root) {
  Proof proof(game.rule, game.size, game.attacker);
  proof.roots.push_back(root);
  proof.records.finish();
  return proof;
}

TEST_CASE("a proof is accepted when every claim is, and nothing else is wrong", "[session]") {
  const auto good = check_found(claim_of(lost_root()), {});
  REQUIRE(good.ok());
  CHECK(good.value().is_accepted);
  CHECK(good.value().gaps.empty());

  const auto bad = check_found(claim_of(root_after("h8 a1 i8")), {});
  REQUIRE(bad.ok());
  CHECK_FALSE(bad.value().is_accepted);
  CHECK_FALSE(bad.value().gaps.empty());
  CHECK(bad.value().positions().size() == bad.value().gaps.size());

  Proof nothing(game.rule, game.size, game.attacker);
  nothing.records.finish();
  CHECK_FALSE(check_found(nothing, {}).value().is_accepted);
}

TEST_CASE("a check that was interrupted accepts nothing, although it found no gap", "[session]") {
  const std::atomic<bool> stop{true};
  solve::WorkOptions how;
  how.stop = &stop;
  const auto check = check_found(claim_of(lost_root()), how);
  REQUIRE(check.ok());
  CHECK(check.value().is_interrupted);
  CHECK(check.value().gaps.empty());
  CHECK_FALSE(check.value().is_accepted);
  CHECK(check.value().is_proved == std::vector{false});
}

TEST_CASE("a proof is not accepted with a gap that no claim reaches, nor with two moves at one position",
          "[session]") {
  const auto checked = [](const Root& root, const std::vector<Record>& records) {
    Proof proof(game.rule, game.size, game.attacker);
    proof.roots.push_back(root);
    for (const Record& record : records) proof.records.add(record.position, record.move);
    proof.records.finish();
    return check_found(proof, {}).value();
  };
  const auto elsewhere =
      checked(lost_root(), {{root_after("a1 o1 c5 o5 e9 o9 g13 o13").position, std::nullopt}});
  CHECK(elsewhere.is_proved == std::vector{true});
  CHECK(elsewhere.gaps.size() == 1);
  CHECK_FALSE(elsewhere.is_accepted);

  const Root three = root_after("h8 a1 i8 a2 j8 a3");
  const Record one{three.position, parse_square("k8", 15).value()},
      other{three.position, parse_square("g8", 15).value()};
  CHECK(checked(three, {one}).is_accepted);
  CHECK(checked(three, {other}).is_accepted);
  CHECK_FALSE(checked(three, {one, other}).is_accepted);
}

TEST_CASE("a lone search keeps to each of its limits", "[session]") {
  solve::WorkOptions no_nodes, no_time, no_memory;
  no_nodes.nodes = 0;
  no_time.seconds = 0;
  no_memory.memory = 0;
  for (const solve::WorkOptions& how : {no_nodes, no_time, no_memory}) {
    LoneSearch search(game, how);
    const auto found = search.prove(lost_root(), 1'000);
    REQUIRE(found.ok());
    CHECK_FALSE(found.value());
    CHECK(search.prover().searches() == 0);
  }
}

TEST_CASE("what was found but not checked is no proof", "[session]") {
  // The search needs no time to stop in: the interrupt comes before the check.
  std::atomic<bool> stop{true};
  solve::WorkOptions how;
  how.stop = &stop;
  LoneSearch interrupted(game, how);
  const auto unchecked = interrupted.prove(lost_root(), 1'000);
  REQUIRE(unchecked.ok());
  CHECK_FALSE(unchecked.value());
  CHECK_FALSE(interrupted.has_failed());

  stop = false;
  LoneSearch undisturbed(game, how);
  const auto checked = undisturbed.prove(lost_root(), 1'000);
  REQUIRE(checked.ok());
  CHECK(checked.value());
}

TEST_CASE("a search without a budget decides nothing", "[session]") {
  LoneSearch search(game, {});
  const auto found = search.prove(root_after("h8 a1 i9"), 10);
  REQUIRE(found.ok());
  CHECK_FALSE(found.value());
  CHECK_FALSE(search.has_failed());
}

TEST_CASE("a search ends where its memory does", "[session]") {
  solve::WorkOptions how;
  how.memory = 200'000;
  LoneSearch search(game, how);
  const auto found = search.prove(root_after("h8 i9"), ~std::uint64_t{0});
  REQUIRE(found.ok());
  CHECK_FALSE(found.value());
  CHECK_FALSE(search.has_failed());
  CHECK(search.prover().graph().bytes() < 2'000'000);
}

}  // namespace
}  // namespace fiveproof::session
