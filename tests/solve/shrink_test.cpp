// Smaller proofs: the verifier has to accept them, and what is counted has to be what the claims need.
#include "solve/shrink/shrinker.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <set>
#include <string>

#include "proof/graph/merge.hpp"
#include "solve/search/prover.hpp"
#include "tests/positions.hpp"
#include "tests/rounds.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::solve {
namespace {

/// A proof as the prover finds it.
Proof found_proof(const char* moves, RuleSet rule, const Settings& settings = {}) {
  const Position root = after(moves);
  Prover prover(rule, 15, Color::black, settings);
  REQUIRE(prover.prove(root, {.searches = 400'000}) == SearchOutcome::proved);
  Proof proof(rule, 15, Color::black);
  proof.roots.push_back({root, std::nullopt});
  for (const auto& answer : prover.answers(root)) proof.records.add(answer.position, answer.move);
  proof.records.finish();
  return proof;
}

verify::Verification checked(const Proof& proof) {
  verify::Options options;
  options.threads = 1;
  options.strict = true;
  auto check = verify::check_proof(proof, options);
  REQUIRE(check.ok());
  return std::move(check).value();
}

/// Adds what the verifier wants besides, as whoever shrinks a proof has to; that is little.
Proof whole(Shrinker& shrinker) {
  const std::size_t before = shrinker.needed();
  for (int round = 0; round < 10; ++round) {
    Proof proof = shrinker.proof();
    CHECK(proof.records.count() == shrinker.needed());
    const auto check = checked(proof);
    if (check.gap_count() == 0) break;
    while (const auto gap = check.gaps->next().value()) REQUIRE(shrinker.need(gap->position));
  }
  CHECK(shrinker.needed() <= before + before / 8);
  return shrinker.proof();
}

TEST_CASE("a smaller proof of the same claim is found, and verifies", "[shrink]") {
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard);
  // What the solver remembers from elsewhere shows in proofs of many positions; under sanitizers they take
  // long.
  const bool is_large = test::rounds(5) == 5 && rule == RuleSet::freestyle;
  const Proof proof = found_proof(is_large ? "h8 a1 i9" : "h8 a1 i9 g7", rule);
  Shrinker shrinker(proof, {});
  const std::size_t before = shrinker.needed();
  CHECK(before <= proof.records.count());
  CHECK(shrinker.pass());
  CHECK(shrinker.needed() < before);
  if (is_large) {
    CHECK(100 * shrinker.needed() < 75 * proof.records.count());
    // What two positions need goes when both have found something else.
    for (int pass = 0; pass < 2; ++pass) REQUIRE(shrinker.pass(Shrinker::Ties::leaning));
    CHECK(100 * shrinker.needed() < 67 * proof.records.count());
  }
  Proof smaller = whole(shrinker);
  const auto check = checked(smaller);
  CHECK(check.accepted());
  REQUIRE(smaller.roots.size() == 1);
  CHECK(smaller.roots.front().position == proof.roots.front().position);
  CHECK(smaller.records.count() == shrinker.needed());
  CHECK(smaller.records.count() < proof.records.count());
  if (is_large) CHECK(100 * smaller.records.count() < 71 * proof.records.count());
  // No record is there that the claim does not need.
  CHECK(check.unreached == 0);
}

TEST_CASE("passes over what is smallest change nothing", "[shrink]") {
  const Proof proof = found_proof("h8 f6 i9 g7", RuleSet::freestyle);
  Shrinker shrinker(proof, {});
  std::size_t before = 0;
  do {
    before = shrinker.needed();
    REQUIRE(shrinker.pass());
    CHECK(shrinker.needed() <= before);
  } while (shrinker.needed() < before);
  CHECK(checked(whole(shrinker)).accepted());
}

TEST_CASE("where no move needs fewer, those that need as many lead to other proofs", "[shrink]") {
  using Ties = Shrinker::Ties;
  Shrinker shrinker(found_proof("h8 a1 i9 g7", RuleSet::freestyle), {});
  for (int pass = 0; pass < 4; ++pass) REQUIRE(shrinker.pass(Ties::leaning));
  std::set<std::string> proofs;
  for (int pass = 0; pass < 8; ++pass) {
    const std::size_t before = shrinker.needed();
    REQUIRE(shrinker.pass(Ties::drawn));
    CHECK(shrinker.needed() <= before);
    proofs.insert(content_hash(shrinker.proof()));
  }
  CHECK(proofs.size() > 1);
  CHECK(checked(whole(shrinker)).accepted());
}

TEST_CASE("where a position has two moves, the one that needs less is taken", "[shrink]") {
  const Proof proof = found_proof("h8 a1 i9 g7", RuleSet::freestyle);
  Settings clumsy;
  clumsy.related_squares = false;
  clumsy.order_cost = 0;
  const Proof other = found_proof("h8 a1 i9 g7", RuleSet::freestyle, clumsy);
  Proof both(RuleSet::freestyle, 15, Color::black);
  both.roots = proof.roots;
  for (const Proof* part : {&other, &proof})
    for (std::size_t i = 0; i < part->records.count(); ++i) {
      const Record record = part->records.at(i);
      both.records.add(record.position, record.move);
    }
  both.records.finish();
  // Only what is known: no other moves, no searches.
  Shrinker shrinker(both, {.moves = 0, .reply_searches = 0});
  const std::size_t before = shrinker.needed();
  while (shrinker.pass() && shrinker.needed() < before && shrinker.needed() > proof.records.count()) {
  }
  const Proof smaller = whole(shrinker);
  CHECK(checked(smaller).accepted());
  CHECK(smaller.records.count() <= both.records.count());
  for (std::size_t i = 0; i < smaller.records.count(); ++i) {
    const Record record = smaller.records.at(i);
    const auto [first, last] = both.records.find(record.position);
    CHECK(first < last);
  }
}

TEST_CASE("when the time is over nothing more is tried", "[shrink]") {
  const Proof proof = found_proof("h8 a1 i9 g7", RuleSet::freestyle);
  ShrinkOptions options;
  options.deadline = std::chrono::steady_clock::now();
  Shrinker shrinker(proof, options);
  const std::size_t before = shrinker.needed();
  CHECK_FALSE(shrinker.pass());
  CHECK(shrinker.needed() == before);
  CHECK(checked(whole(shrinker)).accepted());
}

TEST_CASE("a position that nobody can answer is said to be none", "[shrink]") {
  Shrinker shrinker(found_proof("h8 a1 i9 g7", RuleSet::freestyle), {});
  CHECK_FALSE(shrinker.need(after("a1 h8 c1 h9 e1 h10 g1 h11")));
}

}  // namespace
}  // namespace fiveproof::solve
