// What is told to be stored is on the disk: LMDB and our own code ask the disk for that.
#include <algorithm>
#include <catch2/catch.hpp>

#include "game/symmetry.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/system_calls.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::solve {
namespace {

TEST_CASE("a new store and every change of it are on the disk", "[store]") {
  const test::TemporaryFolder folder;
  const std::string name = folder.path().string();
  const test::SystemCalls calls;
  const auto synced_files = [&] {
    return calls.like("fsync " + name + '/').size() + calls.like("fdatasync " + name + '/').size();
  };
  Store store =
      Store::open(folder.file("a.fvs"), {RuleSet::freestyle, 15, Color::black}, Store::Mode::create).value();
  // The first change, and then its meta page, which no later change stands for; then the name.
  CHECK(synced_files() == 2);
  CHECK(std::ranges::count(calls.all(), "fsync " + name) == 1);
  for (int change = 1; change <= 3; ++change) {
    const std::size_t before = synced_files();
    put_job(store, canonical_form(after("h8 a1")).position, {JobState::open, 0, 1, {}});
    CHECK(synced_files() - before == 1);
  }
}

}  // namespace
}  // namespace fiveproof::solve
