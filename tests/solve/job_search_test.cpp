// One job, from its budget to what it brings.
#include "solve/jobs/job_search.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <string>

#include "game/symmetry.hpp"
#include "tests/positions.hpp"
#include "tests/temporary_folder.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::solve {
namespace {

/// A store without anything in it, and jobs that are done over it.
struct OneJob {
  test::TemporaryFolder folder;
  StoreIdentity game{RuleSet::freestyle, 15, Color::black};
  Store store = Store::open(folder.file("a.fvs"), game, Store::Mode::create).value();
  WorkOptions how;

  [[nodiscard]] Yield run(const Position& position, std::uint64_t budget, bool is_last_chance) const {
    Work work;
    work.job.position = canonical_form(position).position;
    work.job.is_or = position.to_move() == game.attacker;
    work.target = position;
    work.budget = budget;
    work.is_last_chance = is_last_chance;
    const auto view = store.view();
    return JobSearch(game, view.value(), how).run(work);
  }
};

/// How many replies the verifier misses in what is to prove a position.
std::uint64_t gaps_in(const Position& root, const std::vector<Prover::Answer>& answers) {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.roots.push_back({root, std::nullopt});
  for (const auto& answer : answers) proof.records.add(answer.position, answer.move);
  proof.records.finish();
  verify::Options options;
  options.threads = 1;
  return verify::check_proof(std::move(proof), options).value().gap_count();
}

TEST_CASE("before a position is split its first moves are searched alone", "[jobs]") {
  const OneJob f;
  const Position root = after("g9h10h8i9i7j6");
  const Yield before = f.run(root, 2'000, false);
  REQUIRE(before.entry.state == JobState::open);
  const Yield yield = f.run(root, 2'000, true);
  REQUIRE(yield.entry.state == JobState::proved);
  CHECK(yield.splits.empty());
  CHECK(yield.report.searches > 2'000);
  CHECK(yield.report.searches < 4 * 2'000 + 10'000);
  // The verifier may miss a win that the solver saw in another orientation: few.
  CHECK(yield.answers.size() > 10);
  CHECK(gaps_in(root, yield.answers) < 5);
}

TEST_CASE("a position that resists has had its budget and that of three moves", "[jobs]") {
  const OneJob f;
  const Yield yield = f.run(after("h8 i9"), 500, true);
  CHECK(yield.entry.state == JobState::split);
  CHECK(yield.entry.round == 1);
  CHECK(yield.splits.size() == yield.entry.moves.size());
  CHECK(yield.report.searches >= 4 * 500);
  CHECK(yield.entry.searches == yield.report.searches);
}

TEST_CASE("a job's most db-searches do not overflow", "[jobs]") {
  Work work;
  work.budget = ~std::uint64_t{0} / 2;
  CHECK(work.most_searches() == work.budget);
  work.is_last_chance = true;
  CHECK(work.most_searches() == ~std::uint64_t{0});
  work.budget = 1'000;
  CHECK(work.most_searches() == 4'000);
}

TEST_CASE("who is to stop searches no move alone", "[jobs]") {
  OneJob f;
  const std::atomic<bool> stop = true;
  f.how.stop = &stop;
  const Yield yield = f.run(after("h8 i9 g9 i7"), 1'000'000, true);
  CHECK(yield.report.outcome == SearchOutcome::stopped);
  CHECK(yield.report.searches < 1'000);
}

}  // namespace
}  // namespace fiveproof::solve
