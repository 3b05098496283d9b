// Jobs of one thread over a store.
#include "solve/foreman.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <span>

#include "tests/positions.hpp"
#include "tests/solve/temporary_store.hpp"

namespace fiveproof::solve {
namespace {

TEST_CASE("second thoughts add moves to a split position and keep those that are there", "[foreman]") {
  const TemporaryFolder folder;
  const Position root = after("h8 i9 g7 i7");
  Store store =
      Store::open(folder.file("a.fvs"), {RuleSet::freestyle, 15, Color::black}, Store::Mode::create).value();
  WorkOptions how;
  how.jobs = {.first_budget = 50, .growth = 1, .split_at = 50, .whole_limit = 50};
  how.searches = 1;
  const auto work_once = [&] {
    REQUIRE(Foreman(store, {root}, how).run().value().front() == JobState::split);
    return store.view().value().job(root).value();
  };
  const JobEntry first = work_once();
  CHECK(first.moves.size() == 10);

  // Everything below costs more than to search the position again.
  how.jobs = {.first_budget = 50, .growth = 2, .split_at = 50, .whole_limit = 50, .second_thoughts = 0};
  const JobEntry second = work_once();
  CHECK(second.round == first.round + 1);
  CHECK(second.moves.size() == 20);
  CHECK(std::ranges::equal(first.moves, std::span(second.moves).first(10)));
  for (Square move : second.moves) {
    Position next = canonical_form(root).position;
    next.play(move);
    const auto replies = store.view().value().job(next);
    REQUIRE(replies);
    CHECK_FALSE(replies->moves.empty());
  }
}

}  // namespace
}  // namespace fiveproof::solve
