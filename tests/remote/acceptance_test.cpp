// What is believed of a worker: what is true, and nothing else.
#include "remote/acceptance.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "session/proof_check.hpp"
#include "tests/remote/jobs.hpp"

namespace fiveproof::remote {
namespace {

using Kind = Acceptance::Kind;
using solve::JobState;
using solve::SearchOutcome;

Square square(const char* name) { return parse_square(name, 15).value(); }

bool has(const solve::Yield& yield, const Position& position) {
  return std::ranges::any_of(yield.answers, [&](const auto& answer) { return answer.position == position; });
}

/// Does the verifier accept what is to be stored, with what is there, as a proof of the job?
bool is_proof(const Desk& desk, const solve::Work& work, const solve::Yield& yield) {
  Proof proof(desk.game.rule, desk.game.size, desk.game.attacker);
  proof.roots.push_back({work.job.position, std::nullopt});
  for (const auto& answer : yield.answers) proof.records.add(answer.position, answer.move);
  const auto view = desk.store.view();
  REQUIRE(view.value()
              .for_each_answer([&](const Position& position, Square move) {
                proof.records.add(position, move);
                return true;
              })
              .ok());
  proof.records.finish();
  return session::check_found(proof, desk.how).value().is_accepted;
}

TEST_CASE("what an honest worker proves is taken over", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 a1 i9 a15"));
  const Fragment fragment = desk.search(work);
  REQUIRE(fragment.outcome == SearchOutcome::proved);
  const Acceptance accepted = desk.look_at(work, fragment);
  REQUIRE(accepted.kind == Kind::accepted);
  CHECK(accepted.yield.entry.state == JobState::proved);
  CHECK(has(accepted.yield, work.job.position));
  CHECK(accepted.yield.answers.size() == fragment.answers.size());
  CHECK(accepted.dropped == 0);
  CHECK(is_proof(desk, work, accepted.yield));
  CHECK(accepted.yield.report.searches == fragment.searches);
}

TEST_CASE("a proof without one of its answers is refused", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 a1 i9 a15"));
  const Fragment whole = desk.search(work);
  REQUIRE(whole.answers.size() > 3);
  for (std::size_t i = 0; i < whole.answers.size(); ++i) {
    Fragment fragment = whole;
    fragment.answers.erase(fragment.answers.begin() + static_cast<std::ptrdiff_t>(i));
    const Acceptance accepted = desk.look_at(work, fragment);
    if (whole.answers[i].position == work.job.position) {
      CHECK(accepted.kind == Kind::refused);
      continue;
    }
    if (accepted.kind == Kind::refused) continue;
    CHECK(is_proof(desk, work, accepted.yield));  // what was missing was searched for here
  }
}

TEST_CASE("a move that does not win is not believed, wherever it stands", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 a1 i9 a15"));
  const Fragment whole = desk.search(work);
  for (std::size_t i = 0; i < whole.answers.size(); ++i) {
    Fragment fragment = whole;
    const Position& position = fragment.answers[i].position;
    // A corner that is empty helps nobody.
    for (const char* corner : {"a1", "a15", "o1", "o15"})
      if (position.is_empty(square(corner))) fragment.answers[i].move = square(corner);
    const Acceptance accepted = desk.look_at(work, fragment);
    for (const auto& answer : accepted.yield.answers)
      CHECK((answer.position != position || answer.move != fragment.answers[i].move));
    if (position == work.job.position) CHECK(accepted.kind == Kind::refused);
  }
}

TEST_CASE("an answer on an occupied square is not believed", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 a1 i9 a15"));
  Fragment fragment;
  fragment.outcome = SearchOutcome::proved;
  for (Square s : work.job.position.stones(Color::white)) fragment.answers = {{work.job.position, s}};
  CHECK(desk.look_at(work, fragment).kind == Kind::refused);
}

TEST_CASE("a fragment of another job proves nothing here", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 b1 i9 c15"));
  const Fragment other = desk.search(job_at(after("h8 a1 i9 a15")));
  REQUIRE(other.outcome == SearchOutcome::proved);
  const Acceptance accepted = desk.look_at(work, other);
  CHECK(accepted.kind == Kind::refused);
  CHECK_FALSE(accepted.why.empty());
}

TEST_CASE("what wins by other rules does not win by these", "[remote][acceptance]") {
  // Black's four becomes a six: five in free-style, nothing in standard.
  const Position position = after("f8 a1 g8 c3 h8 e1 i8 a5 k8 c7");
  Desk desk({RuleSet::standard, 15, Color::black});
  const auto work = job_at(position);
  const Square six = canonical_form(position).to_canonical.apply(square("j8"), 15);
  Fragment fragment;
  fragment.outcome = SearchOutcome::proved;
  fragment.answers = {{work.job.position, canonical_move(work.job.position, six)}};
  CHECK(desk.look_at(work, fragment).kind == Kind::refused);
  Desk free({RuleSet::freestyle, 15, Color::black});
  CHECK(free.look_at(work, fragment).kind == Kind::accepted);
}

TEST_CASE("a forbidden move answers nothing", "[remote][acceptance]") {
  // j8 would make two fours of Black's at once.
  const Position position = after("g8 a1 h8 a3 i8 c1 j9 c3 j10 e1 j11 e3");
  Desk desk({RuleSet::renju, 15, Color::black});
  const auto work = job_at(position);
  const Square both = canonical_form(position).to_canonical.apply(square("j8"), 15);
  REQUIRE_FALSE(is_legal(work.job.position, RuleSet::renju, Color::black, both));
  Fragment fragment;
  fragment.outcome = SearchOutcome::proved;
  fragment.answers = {{work.job.position, canonical_move(work.job.position, both)}};
  CHECK(desk.look_at(work, fragment).kind == Kind::refused);
}

TEST_CASE("that nothing wins is not believed", "[remote][acceptance]") {
  Desk desk;
  Fragment fragment;
  fragment.outcome = SearchOutcome::failed;
  const Acceptance accepted = desk.look_at(job_at(after("h8 a1 i9 a15")), fragment);
  CHECK(accepted.kind == Kind::unshown);
  CHECK(accepted.yield.answers.empty());
}

TEST_CASE("what rests on the store counts when the store has it, whoever says so", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 a1 i9 a15"));
  const Fragment whole = desk.search(work);
  Fragment top;
  top.outcome = SearchOutcome::proved;
  std::vector<solve::Prover::Answer> below;
  for (const auto& answer : whole.answers) {
    if (answer.position == work.job.position)
      top.answers.push_back(answer);
    else
      below.push_back(answer);
  }
  REQUIRE(top.answers.size() == 1);
  REQUIRE_FALSE(below.empty());
  for (const auto& answer : below) top.known.push_back(answer.position);
  Desk other;
  // Nobody believes that they are in the store. Few are searched for here.
  const Acceptance without = other.look_at(work, top);
  CHECK((without.kind == Kind::refused || is_proof(other, work, without.yield)));
  other.put(below);
  const Acceptance with = other.look_at(work, top);
  REQUIRE(with.kind == Kind::accepted);
  CHECK(with.yield.answers.size() == 1);
  CHECK(is_proof(other, work, with.yield));
}

TEST_CASE("of a search that ended at its limit what holds is taken", "[remote][acceptance]") {
  Desk desk;
  const auto part = desk.search(job_at(after("h8 a1 i9 a15")));
  const auto work = job_at(after("h8 a1"), 500);
  Fragment fragment;
  fragment.outcome = SearchOutcome::limit;
  fragment.answers = part.answers;
  fragment.answers.push_back({canonical_form(after("h8 a1 i9 o15")).position, square("c3")});
  fragment.searches = 500;
  const Acceptance accepted = desk.look_at(work, fragment);
  REQUIRE(accepted.kind == Kind::accepted);
  CHECK(accepted.yield.entry.state == JobState::open);
  CHECK(accepted.yield.entry.round == 1);
  CHECK(accepted.yield.answers.size() == part.answers.size());
  CHECK(accepted.dropped == 1);
}

TEST_CASE("an answer that leads to one that does not hold is dropped with it", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 a1 i9 a15"));
  const Fragment whole = desk.search(work);
  std::size_t dropped = 0;
  for (std::size_t i = 0; i < whole.answers.size(); ++i) {
    Fragment fragment = whole;
    fragment.outcome = SearchOutcome::limit;
    for (Square s : whole.answers[i].position.stones(Color::black)) fragment.answers[i].move = s;  // occupied
    const Acceptance accepted = desk.look_at(work, fragment);
    REQUIRE(accepted.kind == Kind::accepted);
    dropped += accepted.dropped - 1;
    Proof proof(RuleSet::freestyle, 15, Color::black);
    for (const auto& answer : accepted.yield.answers) {
      proof.records.add(answer.position, answer.move);
      proof.roots.push_back({answer.position, std::nullopt});
    }
    proof.records.finish();
    const auto check = session::check_found(proof, desk.how).value();
    CHECK(std::ranges::all_of(check.is_proved, [](bool proved) { return proved; }));
  }
  CHECK(dropped > 0);  // some led to others
}

TEST_CASE("a position that cannot come up below the job is no answer of it", "[remote][acceptance]") {
  Desk desk;
  const auto part = desk.search(job_at(after("h8 a1 i9 a15")));
  Fragment fragment;
  fragment.outcome = SearchOutcome::limit;
  fragment.answers = part.answers;
  const auto work = job_at(after("h8 a1 i9 a15 j10 a3 c12 c1"), 500);
  const Acceptance accepted = desk.look_at(work, fragment);
  REQUIRE(accepted.kind == Kind::accepted);
  for (const auto& answer : accepted.yield.answers) CHECK(answer.position.stone_count() >= 8);
  CHECK(accepted.yield.answers.size() < part.answers.size());
}

TEST_CASE("a split is made of legal moves, each once, with replies that were searched for here",
          "[remote][acceptance]") {
  Desk desk;
  auto work = job_at(after("h8 i9 g7 i7"), 100);
  const SquareSet legal = legal_moves(work.job.position, RuleSet::freestyle, Color::black);
  Fragment fragment;
  fragment.outcome = SearchOutcome::limit;
  std::vector<Square> stones;
  for (Square s : work.job.position.stones(Color::black)) stones.push_back(s);
  fragment.moves = {*legal.begin(), stones.front(), *legal.begin()};
  SECTION("only where a split is due") {
    const Acceptance accepted = desk.look_at(work, fragment);
    CHECK(accepted.yield.splits.empty());
    CHECK(accepted.yield.entry.state == JobState::open);
  }
  SECTION("then as they were searched for") {
    work.is_last_chance = true;
    const Acceptance accepted = desk.look_at(work, fragment);
    REQUIRE(accepted.kind == Kind::accepted);
    CHECK(accepted.yield.entry.state == JobState::split);
    REQUIRE(accepted.yield.entry.moves.size() == 1);
    CHECK(accepted.yield.entry.moves.front() == *legal.begin());
    REQUIRE(accepted.yield.splits.size() == 1);
    // A quiet move far away leaves nearly everything open.
    CHECK(accepted.yield.splits.front().entry.moves.size() > 20);
  }
}

TEST_CASE("a move that wins at once is no move to split into", "[remote][acceptance]") {
  Desk desk;
  auto work = job_at(after("h8 a1 i8 a3 j8 a5 k8 a7"), 100);
  work.is_last_chance = true;
  Fragment fragment;
  fragment.outcome = SearchOutcome::limit;
  for (Square s : legal_moves(work.job.position, RuleSet::freestyle, Color::black))
    fragment.moves.push_back(s);
  const Acceptance accepted = desk.look_at(work, fragment);
  REQUIRE(accepted.kind == Kind::accepted);
  CHECK_FALSE(accepted.yield.splits.empty());
  for (const auto& split : accepted.yield.splits) CHECK_FALSE(has_five(split.position, RuleSet::freestyle));
}

TEST_CASE("a worker cannot boast of more searches than the job was worth", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 a1"), 500);
  Fragment fragment;
  fragment.outcome = SearchOutcome::limit;
  fragment.searches = fragment.nodes = ~std::uint64_t{0};
  const Acceptance accepted = desk.look_at(work, fragment);
  CHECK(accepted.yield.report.searches < 20'000);
  CHECK(accepted.yield.entry.searches < 20'000);
}

TEST_CASE("what a worker spends on the first moves before a split counts", "[remote][acceptance]") {
  Desk desk;
  auto work = job_at(after("h8 i9 g9 i7"), 20'000);
  work.is_last_chance = true;
  Fragment fragment;
  fragment.outcome = SearchOutcome::limit;
  fragment.searches = 80'000;
  CHECK(desk.look_at(work, fragment).yield.report.searches == 80'000);
  work.is_last_chance = false;
  CHECK(desk.look_at(work, fragment).yield.report.searches < 80'000);
}

TEST_CASE("who is to stop looks at no more of a fragment", "[remote][acceptance]") {
  Desk desk;
  const auto work = job_at(after("h8 a1 i9 a15"));
  const Fragment fragment = desk.search(work);
  const std::atomic<bool> stop = true;
  desk.how.stop = &stop;
  const auto view = desk.store.view();
  CHECK_THROWS(accept(work, fragment, desk.game, view.value(), desk.how).ok());
}

}  // namespace
}  // namespace fiveproof::remote
