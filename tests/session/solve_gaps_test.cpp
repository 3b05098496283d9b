// Gaps that are closed, moves that are given up for others, and what is told of the rest.
#include <atomic>
#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "session/proof_check.hpp"
#include "session/solve_session.hpp"
#include "solve/store/store_keys.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/positions.hpp"
#include "tests/solve/child_process.hpp"
#include "tests/solve/raw_entry.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::session {
namespace {

using solve::JobState;
using test::TemporaryFolder;

const solve::StoreIdentity freestyle{RuleSet::freestyle, 15, Color::black};

Square at(const char* text) { return parse_square(text, 15).value(); }

solve::Store new_store(const std::string& path) {
  return solve::Store::open(path, freestyle, solve::Store::Mode::create).value();
}

Proof empty_proof(const char* root) {
  Proof proof(freestyle.rule, freestyle.size, freestyle.attacker);
  proof.roots.push_back(root_after(root));
  return proof;
}

std::vector<Gap> gaps_of(const Proof& proof) { return check_found(proof, {}).value().gaps; }

Gap gap_at(const Position& position) {
  Gap gap;
  gap.position = position;
  return gap;
}

/// Both sides have an open three, Black is to move: k8 wins, and o15 loses to a straight four on f3.
constexpr const char* race = "h8 c3 i8 d3 j8 e3";

Proof losing_proof() {
  Proof proof = empty_proof(race);
  proof.records.add(after(race), at("o15"));
  const std::string elsewhere = std::string(race) + " o15 n14";
  proof.records.add(after(elsewhere), at("k8"));
  proof.records.finish();
  return proof;
}

/// The gap of that proof where White has his straight four, with the line that leads there.
std::vector<Gap> lost_gap(const Proof& proof) {
  const std::string moves = std::string(race) + " o15 f3";
  Gap gap = gap_at(after(moves));
  gap.root = 0;
  gap.line = {at("o15"), at("f3")};
  REQUIRE(proof.roots.size() == 1);
  return {gap};
}

TEST_CASE("gaps are closed, and the verifier has the last word", "[session][gaps]") {
  const TemporaryFolder folder;
  auto store = new_store(folder.file("a.fvs"));
  Proof proof = empty_proof("h8 a1 i9 a15");
  proof.records.finish();
  const auto gaps = gaps_of(proof);
  REQUIRE(gaps.size() == 1);
  const auto filled = SolveSession(store, {}).fill(proof, gaps);
  REQUIRE(filled.ok());
  CHECK(filled.value().closed == 1);
  CHECK(filled.value().replaced == 0);
  CHECK(filled.value().left.empty());
  CHECK(filled.value().is_accepted);
  CHECK(filled.value().gaps_left == 0);
  CHECK(check_found(filled.value().proof, {}).value().is_accepted);
}

TEST_CASE("under renju threats answer most gaps before there are jobs for them", "[session][gaps]") {
  Proof proof(RuleSet::renju, 15, Color::black);
  proof.roots.push_back(root_after("h8 a1 i9 g7"));
  proof.records.add(after("h8 a1 i9 g7"), at("i8"));
  proof.records.finish();
  const auto gaps = gaps_of(proof);
  REQUIRE(gaps.size() > 100);
  std::uint64_t of_jobs[2] = {};
  for (const std::uint32_t nodes : {0u, 3000u}) {
    const TemporaryFolder folder;
    auto store = solve::Store::open(folder.file("a.fvs"), {RuleSet::renju, 15, Color::black},
                                    solve::Store::Mode::create)
                     .value();
    solve::WorkOptions how;
    how.settings.vct_gap_nodes = nodes;
    SolveSession session(store, how);
    const auto filled = session.fill(proof, gaps);
    REQUIRE(filled.ok());
    CHECK(filled.value().closed == gaps.size());
    CHECK(filled.value().is_accepted);
    CHECK(check_found(filled.value().proof, {}).value().is_accepted);
    of_jobs[nodes > 0] = session.total().nodes;
  }
  CHECK(3 * of_jobs[1] < of_jobs[0]);
}

TEST_CASE("an interrupt tells of no gap that is left, and accepts nothing", "[session][gaps]") {
  const TemporaryFolder folder;
  auto store = new_store(folder.file("a.fvs"));
  Proof proof = empty_proof("h8 a1 i9 a15");
  proof.records.finish();
  const std::atomic<bool> stop{true};
  solve::WorkOptions how;
  how.stop = &stop;
  const auto filled = SolveSession(store, how).fill(proof, gaps_of(proof));
  REQUIRE(filled.ok());
  CHECK(filled.value().closed == 0);
  CHECK(filled.value().left.size() == 1);
  CHECK_FALSE(filled.value().gaps_left);
  CHECK_FALSE(filled.value().is_accepted);
}

TEST_CASE("gaps are told apart by who is to move, and not by orientation", "[session][gaps]") {
  const TemporaryFolder folder;
  auto store = new_store(folder.file("a.fvs"));
  // Black has four in a row: he wins whoever is to move.
  const Position mine = after("h8 a1 i8 a2 j8 a4 k8 b9");
  Position theirs = mine;
  theirs.set_to_move(Color::white);
  Proof proof = empty_proof("h8 a1 i9 a15");
  proof.records.finish();
  solve::WorkOptions how;
  how.nodes = 10;  // the verifier's gaps are not of interest here
  const auto filled =
      SolveSession(store, how).fill(proof, {gap_at(mine), gap_at(theirs), gap_at(Symmetry(3).apply(mine))});
  REQUIRE(filled.ok());
  CHECK(filled.value().closed == 2);
}

TEST_CASE("a move after which nothing wins is given up for another", "[session][gaps]") {
  const TemporaryFolder folder;
  auto store = new_store(folder.file("a.fvs"));
  const Proof proof = losing_proof();
  const auto filled = SolveSession(store, {}).fill(proof, lost_gap(proof));
  REQUIRE(filled.ok());
  CHECK(filled.value().replaced == 1);
  CHECK(filled.value().closed == 0);
  REQUIRE(filled.value().left.size() == 1);
  CHECK(filled.value().left.front().state == JobState::failed);
  CHECK(filled.value().is_accepted);
  // What was below the other move is not needed any more.
  const RecordTable& records = filled.value().proof.records;
  for (std::size_t i = 0; i < records.count(); ++i)
    CHECK(records.at(i).position != canonical_form(after(std::string(race) + " o15 n14")).position);
  // The store knows that it failed.
  const Position after_move = canonical_form(after(std::string(race) + " o15")).position;
  CHECK(store.view().value().job(after_move).value().state == JobState::failed);
}

TEST_CASE("what cannot be closed is told, and nothing is accepted", "[session][gaps]") {
  const TemporaryFolder folder;
  auto store = new_store(folder.file("a.fvs"));
  const std::string lost = std::string(race) + " o15 f3";
  Proof proof = empty_proof(lost.c_str());
  proof.records.finish();
  const auto filled = SolveSession(store, {}).fill(proof, gaps_of(proof));
  REQUIRE(filled.ok());
  CHECK(filled.value().closed == 0);
  CHECK(filled.value().gaps_left == 1);
  REQUIRE(filled.value().left.size() == 1);
  CHECK(filled.value().left.front().state == JobState::failed);
  CHECK(filled.value().left.front().searches > 0);
  CHECK_FALSE(filled.value().is_accepted);
}

TEST_CASE("that a failure cannot be noted ends the filling", "[session][gaps]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  { const auto store = new_store(path); }
  CHECK(test::in_child([&] {
          auto store = solve::Store::open(path, freestyle, solve::Store::Mode::write).value();
          const Proof proof = losing_proof();
          solve::WorkOptions how;
          SolveSession session(store, how);
          std::optional<test::FileSizeLimit> full;
          session.on_job = [&](const solve::JobReport&) { full.emplace(1); };
          const auto filled = session.fill(proof, lost_gap(proof));
          return !filled.ok() && filled.error().code == ErrorCode::io ? 0 : 1;
        }) == 0);
}

TEST_CASE("gaps are not told of from a store that cannot be read", "[session][gaps]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  auto store = new_store(path);
  const Proof proof = losing_proof();
  auto gaps = lost_gap(proof);
  gaps.front().root.reset();
  gaps.front().line.clear();
  SolveSession session(store, {});
  session.on_job = [&](const solve::JobReport& report) {
    CHECK(test::in_child([&] {
            solve::put_raw(path, freestyle, solve::Table::jobs, solve::job_key(report.position, Color::black),
                           solve::Bytes(18, 7), false);
            return 0;
          }) == 0);
  };
  const auto filled = session.fill(proof, gaps);
  REQUIRE_FALSE(filled.ok());
  CHECK_THAT(filled.error().message, Catch::Contains("checksum"));
}

TEST_CASE("a win of the other side is told as such", "[session]") {
  const TemporaryFolder folder;
  auto store = new_store(folder.file("a.fvs"));
  const auto ending = SolveSession(store, {}).prove(root_after("h8 c3 o1 d3 o3 e3 o5 f3"));
  REQUIRE(ending.ok());
  REQUIRE(ending.value().proof);
  CHECK(ending.value().is_refuted);
  CHECK(ending.value().proof->attacker == Color::white);
}

}  // namespace
}  // namespace fiveproof::session
