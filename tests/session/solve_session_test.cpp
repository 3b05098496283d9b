// A store can be wrong; what is called proved cannot.
#include "session/solve_session.hpp"

#include <atomic>
#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "tests/positions.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::session {
namespace {

using test::TemporaryFolder;

solve::Store new_store(const TemporaryFolder& folder) {
  return solve::Store::open(folder.file("a.fvs"), {RuleSet::freestyle, 15, Color::black},
                            solve::Store::Mode::create)
      .value();
}

TEST_CASE("a false answer in the store makes no proof", "[session]") {
  const TemporaryFolder folder;
  auto store = new_store(folder);
  const Root root = root_after("h8 a1 i9 j10");
  {
    auto change = store.change();
    REQUIRE(change.ok());
    REQUIRE(change.value().put_answer(root.position, parse_square("o15", 15).value()).ok());
    REQUIRE(change.value().commit().ok());
  }
  solve::WorkOptions how;
  how.nodes = 5'000;
  SolveSession session(store, how);
  const auto verdict = session.prove(root);
  REQUIRE(verdict.ok());
  CHECK_FALSE(verdict.value().proof);
}

TEST_CASE("a store without an error proves what it knows", "[session]") {
  const TemporaryFolder folder;
  auto store = new_store(folder);
  const Root root = root_after("h8 a1 i9 a15");
  solve::WorkOptions how;
  how.nodes = 400'000;
  const auto found = SolveSession(store, how).prove(root);
  REQUIRE(found.ok());
  REQUIRE(found.value().proof);
  CHECK(found.value().proof->records.count() > 0);
  how.nodes = 1;
  const auto known = SolveSession(store, how).prove(root);
  REQUIRE(known.ok());
  CHECK(known.value().proof);
}

TEST_CASE("a proof whose check was interrupted is none", "[session]") {
  const TemporaryFolder folder;
  auto store = new_store(folder);
  const Root root = root_after("h8 a1 i9 a15");
  std::atomic<bool> stop = false;
  bool is_proved = false;
  solve::WorkOptions how;
  how.stop = &stop;
  SolveSession session(store, how);
  session.on_job = [&](const solve::JobReport& job) {
    is_proved = job.outcome == solve::SearchOutcome::proved;
    stop = true;
  };
  const auto found = session.prove(root);
  REQUIRE(found.ok());
  REQUIRE(is_proved);
  CHECK_FALSE(found.value().proof);
}

}  // namespace
}  // namespace fiveproof::session
