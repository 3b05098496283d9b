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

TEST_CASE("a change whose last write fails is none, and the store is whole", "[store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  const StoreIdentity game{RuleSet::freestyle, 15, Color::black};
  const Position position = canonical_form(after("h8 a1")).position;
  const JobEntry first{JobState::open, 1, 2, {}}, second{JobState::open, 2, 3, {}};
  for (const int changes : {1, 2, 3, 4}) {  // the meta pages are written in turns
    {
      Store store = Store::open(path, game, Store::Mode::create).value();
      for (int i = 0; i < changes; ++i) put_job(store, position, first);
      int writes = 0;
      const test::SystemCalls calls([&](const std::string& call) {
        const bool is_meta = call.starts_with("pwrite " + path + ' ') &&
                             std::stoul(call.substr(call.rfind(' '))) < std::size_t{2} * 4096;
        return is_meta && writes++ == 0;
      });
      auto change = store.change();
      REQUIRE(change.ok());
      REQUIRE(change.value().put_job(position, second).ok());
      const auto done = change.value().commit();
      REQUIRE_FALSE(done.ok());
      CHECK(done.error().code == ErrorCode::io);
      CHECK(writes == 3);  // LMDB's, with which it takes it back, and ours
    }
    Store again = Store::open(path, game, Store::Mode::write).value();
    CHECK(again.check().ok());
    CHECK(again.view().value().job(position) == first);
  }
}

}  // namespace
}  // namespace fiveproof::solve
