// A store that is read back is as good a proof as the one that went in.
#include "session/store_reading.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>

#include "format/fvp/fvp_reader.hpp"
#include "game/notation.hpp"
#include "session/proof_check.hpp"
#include "session/solve_session.hpp"
#include "session/store_import.hpp"
#include "tests/paths.hpp"
#include "tests/positions.hpp"
#include "tests/solve/child_process.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::session {
namespace {

/// A store of the answers of a proof, without the last `left_out` of them.
solve::Store store_of(const test::TemporaryFolder& folder, const Proof& proof, std::size_t left_out = 0) {
  auto store = solve::Store::open(folder.file("a.fvs"), {proof.rule, proof.size, proof.attacker},
                                  solve::Store::Mode::create);
  REQUIRE(store.ok());
  Proof part(proof.rule, proof.size, proof.attacker);
  for (std::size_t i = 0; i + left_out < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    part.records.add(record.position, record.move);
  }
  part.records.finish();
  auto change = store.value().change();
  REQUIRE(change.ok());
  REQUIRE(put_answers(part, change.value()).ok());
  REQUIRE(change.value().commit().ok());
  return std::move(store).value();
}

Proof small_proof() {
  const test::TemporaryFolder folder;
  const Root root = root_after("h8 a1 i9 a15");
  auto store = solve::Store::open(folder.file("s.fvs"), {RuleSet::freestyle, 15, Color::black},
                                  solve::Store::Mode::create);
  auto found = SolveSession(store.value(), {}).prove(root);
  REQUIRE(found.ok());
  REQUIRE(found.value().proof);
  return std::move(*found.value().proof);
}

TEST_CASE("what was put into a store is verified when it is read back", "[session][store]") {
  auto proof = read_fvp_file(test::in_project("examples/example.fvp"));
  REQUIRE(proof.ok());
  const test::TemporaryFolder folder;
  const auto store = store_of(folder, proof.value());
  const auto read = read_store(store, {.claims = proof.value().roots});
  REQUIRE(read.ok());
  CHECK(read.value().gaps == 0);
  CHECK(read.value().answers == store.view().value().answers());
  CHECK(check_found(read.value().proof, {}).value().is_accepted);
}

TEST_CASE("an answer that a store lacks is searched for, and the store stays as it is", "[session][store]") {
  const Proof proof = small_proof();
  const test::TemporaryFolder folder;
  const auto store = store_of(folder, proof, 1);
  const auto read = read_store(store, {.claims = proof.roots});
  REQUIRE(read.ok());
  CHECK(read.value().found > 0);
  CHECK(read.value().gaps == 0);
  CHECK(check_found(read.value().proof, {}).value().is_accepted);
  CHECK(store.view().value().answers() == proof.records.count() - 1);
}

TEST_CASE("a wrong answer of a store stays a gap", "[session][store]") {
  const test::TemporaryFolder folder;
  // The board is small because searches of hundreds of replies follow, none of which finds an answer.
  const Root root = root_after("d4 a1 e5 f6", 7);
  Proof wrong(RuleSet::freestyle, 7, Color::black);
  wrong.records.add(root.position, parse_square("g1", 7).value());
  wrong.records.finish();
  const auto read = read_store(store_of(folder, wrong), {.claims = std::vector<Root>{root}});
  REQUIRE(read.ok());
  CHECK(read.value().gaps > 0);
  CHECK_FALSE(check_found(read.value().proof, {}).value().is_accepted);
}

TEST_CASE("a store that is written over while its gaps are looked at is no proof", "[session][store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a.fvs"), lock = path + "-lock";
  const Root root = root_after("d4 a1 e5 f6", 7);
  {
    Proof wrong(RuleSet::freestyle, 7, Color::black);
    wrong.records.add(root.position, parse_square("g1", 7).value());
    wrong.records.finish();
    (void)store_of(folder, wrong);
  }
  std::filesystem::remove(lock);
  std::filesystem::create_directory(lock);  // what is read is not held for us
  const auto store = solve::Store::open_to_read(path);
  REQUIRE(store.ok());
  const auto write_over = [&] {
    auto writer = solve::Store::open(path, store.value().identity(), solve::Store::Mode::write);
    if (!writer.ok()) return 1;
    for (std::uint64_t i = 0; i < 3; ++i) {
      auto change = writer.value().change();
      if (!change.ok() || !change.value().put_job(root.position, {solve::JobState::open, 0, i, {}}).ok() ||
          !change.value().commit().ok())
        return 2;
    }
    return 0;
  };
  int writes = 0;
  StoreReadingOptions options{.claims = std::vector<Root>{root}};
  options.on_progress = [&](const StoreReadingOptions::Progress& progress) {
    if (progress.to_search == 0 || writes++ > 0) return;
    std::filesystem::remove(lock);
    CHECK(test::in_child(write_over) == 0);
  };
  const auto read = read_store(store.value(), options);
  CHECK(writes > 0);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == ErrorCode::io);
}

TEST_CASE("reading a store ends at its limits and at an interrupt", "[session][store]") {
  const Proof proof = small_proof();
  const test::TemporaryFolder folder;
  const auto store = store_of(folder, proof);
  StoreReadingOptions options{.claims = proof.roots};
  const auto error_of = [&] {
    const auto read = read_store(store, options);
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().code == ErrorCode::limit);
    return read.error().message;
  };
  CHECK(read_store(store, options).ok());
  options.limits.max_records = 3;
  CHECK_THAT(error_of(), Catch::Contains("--max-records"));
  options.limits = {};
  options.limits.budget.bytes = 500;
  CHECK_THAT(error_of(), Catch::Contains("--memory"));
}

}  // namespace
}  // namespace fiveproof::session
