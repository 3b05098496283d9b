// A store can be wrong; what is called proved cannot.
#include "session/solve_session.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <set>

#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "solve/jobs/extract.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/temporary_folder.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::session::solve_session_test {
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

// What a walk under renju leaves out, or waits for, is what the verifier answers, or finds open.
TEST_CASE("under renju a proof lacks what the verifier finds open in it", "[session][renju]") {
  const std::vector<std::pair<std::string, std::string>> answers = {
      {"h8 o15", "i9"}, {"h8 o15 i9 o14", "j10"}, {"h8 o15 i9 a1 j7 a15", "h9"}, {"h8 g9 i9 a1 j8 o1", "h6"}};
  std::size_t open = 0, records = 0;
  for (const auto& answer : answers) {
    const std::string &line = answer.first, &move = answer.second;
    CAPTURE(line, move);
    const TemporaryFolder folder;
    const solve::StoreIdentity game{RuleSet::renju, 15, Color::black};
    auto store = solve::Store::open(folder.file("a.fvs"), game, solve::Store::Mode::create).value();
    const Position and_position = after(line + " " + move);
    // Every tenth reply is stored, with a move that need not win.
    int number = 0;
    solve::commit(store, [&](solve::Store::Change& change) -> Status {
      const Position canonical = canonical_form(after(line)).position;
      const Square first = canonical_form(after(line)).to_canonical.apply(parse_square(move, 15).value(), 15);
      if (auto put = change.put_answer(canonical, first); !put.ok()) return put;
      for (Square reply : legal_moves(and_position, game.rule, Color::white)) {
        if (++number % 10 != 0) continue;
        Position next = and_position;
        next.play(reply);
        next = canonical_form(next).position;
        const SquareSet moves = legal_moves(next, game.rule, Color::black);
        if (auto put = change.put_answer(next, *moves.begin()); !put.ok()) return put;
      }
      return Done{};
    });
    const auto view = store.view();
    const auto found = solve::extract(store, view.value(), {root_after(line)}, {});
    REQUIRE(found.ok());
    verify::Options options;
    options.strict = true;
    const auto checked = verify::check_proof(found.value().proof, options);
    REQUIRE(checked.ok());
    std::set<std::string> missing, gaps;
    for (const Position& position : found.value().missing) missing.insert(symmetric_key(position));
    while (const auto gap = checked.value().gaps->next().value()) {
      REQUIRE(gap->kind == GapKind::unanswered_reply);
      gaps.insert(symmetric_key(gap->position));
    }
    open += gaps.size();
    records += found.value().proof.records.count();
    CHECK(missing == gaps);
    // Who does not ask for what is missing gets the same proof.
    const auto quick = solve::extract(store, view.value(), {root_after(line)}, {.stored_only = true});
    REQUIRE(quick.ok());
    CHECK(quick.value().missing.empty());
    CHECK(content_hash(quick.value().proof) == content_hash(found.value().proof));
  }
  CHECK(open > 1000);
  CHECK(records > 50);
}

TEST_CASE("a walk that knows what an earlier one found goes on as if it had looked itself",
          "[session][renju]") {
  const TemporaryFolder folder;
  const solve::StoreIdentity game{RuleSet::renju, 15, Color::black};
  auto store = solve::Store::open(folder.file("a.fvs"), game, solve::Store::Mode::create).value();
  const std::string line = "h8 o15";
  const Position start = canonical_form(after(line)).position;
  const Square i9 = canonical_form(after(line)).to_canonical.apply(parse_square("i9", 15).value(), 15);
  solve::put_answer(store, start, i9);
  solve::KnownReplies known;
  for (int round = 0; round < 3; ++round) {
    const auto view = store.view();
    const std::size_t before = known.size();
    const auto goes_on = solve::extract(store, view.value(), {root_after(line)}, {.known = &known});
    const auto looks = solve::extract(store, view.value(), {root_after(line)}, {});
    REQUIRE(goes_on.ok());
    REQUIRE(looks.ok());
    CHECK(known.size() > before);
    CHECK(known.size() == looks.value().proof.records.count());
    CHECK(goes_on.value().proof.records.count() == looks.value().proof.records.count());
    CHECK(goes_on.value().missing == looks.value().missing);
    REQUIRE(looks.value().missing.size() > 5);
    for (std::size_t i = 0; i < 5; ++i) {
      const Position& missing = looks.value().missing[i * looks.value().missing.size() / 5];
      solve::put_answer(store, missing, *legal_moves(missing, game.rule, Color::black).begin());
    }
  }
}

}  // namespace
}  // namespace fiveproof::session::solve_session_test
