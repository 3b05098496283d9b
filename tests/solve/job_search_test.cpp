// One job, from its budget to what it brings.
#include "solve/jobs/job_search.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <vector>

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
  std::function<void(const Position&)> on_known;

  [[nodiscard]] Yield run(const Position& position, std::uint64_t budget, bool is_last_chance) const {
    Work work;
    work.job.position = canonical_form(position).position;
    work.job.is_or = position.to_move() == game.attacker;
    work.target = position;
    work.budget = budget;
    work.is_last_chance = is_last_chance;
    const auto view = store.view();
    JobSearch search(game, view.value(), how);
    search.on_known = on_known;
    return search.run(work);
  }
  void put(const std::vector<Prover::Answer>& answers) {
    auto change = store.change();
    for (const auto& answer : answers) REQUIRE(change.value().put_answer(answer.position, answer.move).ok());
    REQUIRE(change.value().commit().ok());
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
  const Yield yield = f.run(after("h8 i9 g9 i7"), 500, true);
  CHECK(yield.entry.state == JobState::split);
  CHECK(yield.entry.round == 1);
  CHECK(yield.splits.size() == yield.entry.moves.size());
  CHECK(yield.report.searches >= 4 * 500);
  CHECK(yield.entry.searches == yield.report.searches);
}

TEST_CASE("with two stones no move is searched alone", "[jobs]") {
  const OneJob f;
  const Yield yield = f.run(after("h8 i9"), 3'000, true);
  CHECK(yield.entry.state == JobState::split);
  CHECK(yield.report.searches < 2 * 3'000);
}

TEST_CASE("a job's most db-searches do not overflow", "[jobs]") {
  Work work;
  work.job.position = after("h8 i9 g9 i7");
  work.budget = ~std::uint64_t{0} / 2;
  CHECK(work.most_searches() == work.budget);
  work.is_last_chance = true;
  CHECK(work.most_searches() == ~std::uint64_t{0});
  work.budget = 1'000;
  CHECK(work.most_searches() == 4'000);
  work.job.position = after("h8 i9");
  CHECK(work.most_searches() == 1'000);
}

TEST_CASE("who is to stop while a move is searched alone does not split the position", "[jobs]") {
  OneJob f;
  const Position root = after("g9h10h8i9i7j6");
  f.put(f.run(root, 1'000, true).answers);
  REQUIRE(f.store.view().value().answers() > 0);
  int met = 0, last = std::numeric_limits<int>::max();
  std::atomic<bool> stop = false;
  f.on_known = [&](const Position&) {
    if (++met > last) stop = true;
  };
  f.how.stop = &stop;
  (void)f.run(root, 500, false);
  last = met;  // the next comes after the search of the position as a whole
  met = 0;
  REQUIRE_FALSE(stop);
  const Yield yield = f.run(root, 500, true);
  REQUIRE(stop);
  CHECK(yield.report.outcome == SearchOutcome::stopped);
  CHECK(yield.entry.state == JobState::open);
}

}  // namespace
}  // namespace fiveproof::solve
