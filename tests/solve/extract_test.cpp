// What a store can claim, and the proof that is taken out of it.
#include "solve/jobs/extract.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/solve/raw_entry.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::solve {
namespace {

using test::TemporaryFolder;

const StoreIdentity freestyle{RuleSet::freestyle, 15, Color::black};

Position canonical(const std::string& moves) { return canonical_form(after(moves)).position; }
std::vector<Square> images(const std::string& line, const char* squares) {
  const Symmetry turn = canonical_form(after(line)).to_canonical;
  std::vector<Square> turned;
  const std::vector<Square> given = parse_squares(squares, 15).value();
  for (Square s : given) turned.push_back(turn.apply(s, 15));
  return turned;
}

/// A store that was asked for three positions: one that is proved, one below which two replies are, one that
/// failed.
void fill(Store& store) {
  commit(store, [](Store::Change& change) -> Status {
    for (const char* moves : {"h8 a1", "h8 b1", "h8 c1"})
      if (auto put = change.put_root(root_after(moves)); !put.ok()) return put;
    return Done{};
  });
  put_job(store, canonical("h8 a1"), {JobState::proved, 0, 1, {}});
  put_answer(store, after("h8 a1"), parse_square("i9", 15).value());
  put_job(store, canonical("h8 b1"), {JobState::split, 1, 1, images("h8 b1", "i9")});
  put_job(store, canonical("h8 b1 i9"), {JobState::split, 0, 1, images("h8 b1 i9", "a2 b7 c9")});
  put_job(store, canonical("h8 b1 i9 a2"), {JobState::proved, 0, 1, {}});
  put_job(store, canonical("h8 b1 i9 c9"), {JobState::proved, 0, 1, {}});
  put_job(store, canonical("h8 c1"), {JobState::failed, 0, 1, {}});
}

TEST_CASE("a store claims the roots that are proved, and what is proved below the others", "[store]") {
  const TemporaryFolder folder;
  Store store = Store::open(folder.file("a.fvs"), freestyle, Store::Mode::create).value();
  fill(store);
  const auto view = store.view();
  const auto claims = proved_claims(store, view.value());
  REQUIRE(claims.ok());
  std::size_t with_moves = 0, below = 0;
  for (const Root& claim : claims.value()) {
    with_moves += claim.moves.has_value();
    below += claim.position == canonical("h8 b1 i9 a2") || claim.position == canonical("h8 b1 i9 c9");
    if (claim.moves) CHECK(claim.position == after("h8 a1"));
  }
  CHECK(claims.value().size() == 3);
  CHECK(with_moves == 1);
  CHECK(below == 2);
}

TEST_CASE("a store that cannot be read claims nothing", "[store][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  {
    Store store = Store::open(path, freestyle, Store::Mode::create).value();
    fill(store);
  }
  put_raw(path, freestyle, Table::jobs, job_key(canonical("h8 b1 i9 b7"), Color::black), Bytes(18, 7), false);
  const Store store = Store::open_to_read(path).value();
  const auto view = store.view();
  CHECK_FALSE(proved_claims(store, view.value()).ok());
}

TEST_CASE("a root that threats win needs no answer", "[store]") {
  const TemporaryFolder folder;
  const Store store = Store::open(folder.file("a.fvs"), freestyle, Store::Mode::create).value();
  const auto view = store.view();
  const auto missing = [&](const char* moves) {
    const auto found = extract(store, view.value(), {root_after(moves)}, {});
    REQUIRE(found.ok());
    CHECK(found.value().proof.records.count() == 0);
    return found.value().missing.size();
  };
  CHECK(missing("h8 a1 i8 a3 j8 a5") == 0);  // an open three
  CHECK(missing("h8 a1 i9 b7") == 1);
}

TEST_CASE("a walk that is stopped says so", "[store]") {
  const TemporaryFolder folder;
  Store store = Store::open(folder.file("a.fvs"), freestyle, Store::Mode::create).value();
  put_answer(store, after("h8 a1"), parse_square("i9", 15).value());
  const auto view = store.view();
  std::atomic<bool> stop = false;
  const auto whole = extract(store, view.value(), {root_after("h8 a1")}, {.stop = &stop});
  REQUIRE(whole.ok());
  CHECK_FALSE(whole.value().is_interrupted);
  CHECK(whole.value().missing.size() > 10);
  stop = true;
  const auto stopped = extract(store, view.value(), {root_after("h8 a1")}, {.stop = &stop});
  REQUIRE(stopped.ok());
  CHECK(stopped.value().is_interrupted);
  CHECK(stopped.value().missing.empty());
}

}  // namespace
}  // namespace fiveproof::solve
