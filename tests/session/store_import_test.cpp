// What of a proof is taken over into a store.
#include "session/store_import.hpp"

#include <atomic>
#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "session/lone_search.hpp"
#include "session/proof_check.hpp"
#include "tests/positions.hpp"

namespace fiveproof::session {
namespace {

/// A whole proof of its first root.
Proof good_proof() {
  LoneSearch search({RuleSet::freestyle, 15, Color::black}, {});
  auto found = search.prove(root_after("h8 a1 i9 a15"), 400'000);
  REQUIRE(found.ok());
  REQUIRE(found.value());
  return std::move(*found.value());
}

/// The same with a claim that does not hold, a record that is needed for it alone, and one that nobody needs.
Proof mixed_proof(const Proof& good) {
  Proof proof(good.rule, good.size, good.attacker);
  proof.roots = good.roots;
  proof.roots.push_back(root_after("h8 i8"));
  for (std::size_t i = 0; i < good.records.count(); ++i)
    proof.records.add(good.records.at(i).position, good.records.at(i).move);
  proof.records.add(after("h8 i8"), parse_square("o15", 15).value());
  proof.records.add(after("h8 a1 i8 a2 j8 a3 k8 a4"), parse_square("l8", 15).value());
  proof.records.finish();
  return proof;
}

TEST_CASE("a proof that holds is taken over whole", "[session][import]") {
  const Proof good = good_proof();
  const auto held = what_holds(good, RuleSet::freestyle, {});
  REQUIRE(held.ok());
  CHECK(held.value().records == good.records.count());
  CHECK(held.value().proof.records.count() == good.records.count());
  CHECK(held.value().proved.size() == 1);
  CHECK(held.value().open.empty());
}

TEST_CASE("of a proof with gaps what holds and is needed is taken over", "[session][import]") {
  const Proof good = good_proof();
  const auto held = what_holds(mixed_proof(good), RuleSet::freestyle, {});
  REQUIRE(held.ok());
  CHECK(held.value().records == good.records.count() + 2);
  REQUIRE(held.value().proved.size() == 1);
  CHECK(held.value().proved.front().position == after("h8 a1 i9 a15"));
  REQUIRE(held.value().open.size() == 1);
  CHECK(held.value().open.front().position == after("h8 i8"));
  const RecordTable& records = held.value().proof.records;
  CHECK(records.count() == good.records.count());
  for (const char* left_out : {"h8 i8", "h8 a1 i8 a2 j8 a3 k8 a4"}) {
    const auto [first, last] = records.find(canonical_form(after(left_out)).position);
    CHECK(first == last);
  }
}

TEST_CASE("a proof is held against the rules of the store", "[session][import]") {
  // Six in a row: a five in free-style alone.
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.roots.push_back(root_after("f8 a1 g8 a2 h8 a3 j8 a15 k8 b15"));
  proof.records.add(proof.roots.front().position, parse_square("i8", 15).value());
  proof.records.finish();
  const auto by_its_own = what_holds(proof, RuleSet::freestyle, {});
  REQUIRE(by_its_own.ok());
  CHECK(by_its_own.value().proved.size() == 1);
  const auto by_ours = what_holds(proof, RuleSet::standard, {});
  REQUIRE(by_ours.ok());
  CHECK(by_ours.value().proof.rule == RuleSet::standard);
  CHECK(by_ours.value().proof.records.count() == 0);
}

TEST_CASE("of a proof whose check was interrupted nothing is known", "[session][import]") {
  const std::atomic<bool> stop{true};
  solve::WorkOptions how;
  how.stop = &stop;
  const auto held = what_holds(good_proof(), RuleSet::freestyle, how);
  REQUIRE_FALSE(held.ok());
  CHECK(held.error().code == ErrorCode::limit);
}

}  // namespace
}  // namespace fiveproof::session
