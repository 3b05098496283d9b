// Jobs of one thread over a store.
#include "solve/jobs/foreman.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "game/position_key.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::solve {
namespace {

using test::TemporaryFolder;

/// A position whose store knows it as split after one small search; every further search comes late.
struct Late {
  explicit Late(const Position& position)
      : root(position),
        store(Store::open(folder.file("a.fvs"), {RuleSet::freestyle, 15, Color::black}, Store::Mode::create)
                  .value()) {
    how.jobs = {.first_budget = 50, .growth = 1, .split_at = 50, .whole_limit = 50};
    how.searches = 1;
    first = work_once();
    // Everything below costs more than to search the position again.
    how.jobs = {.first_budget = 50, .growth = 2, .split_at = 50, .whole_limit = 50, .second_thoughts = 0};
  }
  JobEntry work_once() {
    REQUIRE(Foreman(store, {root}, how).run().value().front() == JobState::split);
    return store.view().value().job(root).value();
  }

  TemporaryFolder folder;
  Position root;
  Store store;
  WorkOptions how;
  JobEntry first;
};

TEST_CASE("second thoughts add moves to a split position and keep those that are there", "[foreman]") {
  Late late(after("h8 i9 g7 i7"));
  CHECK(late.first.moves.size() == 10);
  const JobEntry second = late.work_once();
  CHECK(second.round == late.first.round + 1);
  CHECK(second.moves.size() == 20);
  CHECK(std::ranges::equal(late.first.moves, std::span(second.moves).first(10)));
  for (Square move : second.moves) {
    Position next = canonical_form(late.root).position;
    next.play(move);
    const auto replies = late.store.view().value().job(next);
    REQUIRE(replies);
    CHECK_FALSE(replies->moves.empty());
  }
}

TEST_CASE("where a reply wins for the defender nothing is proved", "[foreman]") {
  // Black, to move, makes an open four of his three.
  const Position root = after("h8 a1 i8 a3 j8 a5");
  TemporaryFolder folder;
  Store store =
      Store::open(folder.file("a.fvs"), {RuleSet::freestyle, 15, Color::white}, Store::Mode::create).value();
  WorkOptions how;
  how.searches = 1'000;
  CHECK(Foreman(store, {root}, how).run().value().front() == JobState::failed);
  CHECK(store.view().value().job(root).value().state == JobState::failed);
  CHECK(store.view().value().answers() == 0);
}

TEST_CASE("of two symmetric moves a position is split into one, however they were told", "[foreman]") {
  Late late(after("h8 i9 f6 k11"));
  const Position root = canonical_form(late.root).position;
  JobEntry mirrored = late.first;
  for (Square& move : mirrored.moves)
    for (const Symmetry& symmetry : automorphisms(root)) move = symmetry.apply(move, 15);
  REQUIRE(mirrored.moves != late.first.moves);
  put_job(late.store, root, mirrored);
  std::set<std::string> children;
  const JobEntry second = late.work_once();
  for (Square move : second.moves) {
    Position next = root;
    next.play(move);
    children.insert(symmetric_key(next));
  }
  CHECK(second.moves.size() > mirrored.moves.size());
  CHECK(children.size() == second.moves.size());
}

}  // namespace
}  // namespace fiveproof::solve
