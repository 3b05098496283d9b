// A store that is the copy of another one.
#include "solve/store/upstream.hpp"

#include <catch2/catch.hpp>

#include "solve/store/store_keys.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::solve {
namespace {

/// Remembers what it was told, or refuses.
class Recorder final : public Upstream {
 public:
  Status put(const std::vector<StoreEntry>& entries) override {
    if (is_away) return Error{ErrorCode::io, "away", {}, {}};
    told.push_back(entries);
    return Done{};
  }
  bool is_away = false;
  std::vector<std::vector<StoreEntry>> told;
};

struct Copy {
  Copy()
      : store(Store::open(folder.file("a.fvs"), {RuleSet::freestyle, 15, Color::black}, Store::Mode::create)
                  .value()) {
    store.set_upstream(upstream);
  }
  test::TemporaryFolder folder;
  Recorder upstream;
  Store store;
};

const Square h9 = parse_square("h9", 15).value();

TEST_CASE("a change is made upstream first, all of it at once", "[store][upstream]") {
  Copy copy;
  commit(copy.store, [&](auto& change) {
    REQUIRE(change.put_answer(after("h8 a1"), h9).ok());
    REQUIRE(change.put_root(root_after("h8 a1")).ok());
    return change.put_job(after("h8 a1"), {JobState::proved, 1, 7, {}});
  });
  REQUIRE(copy.upstream.told.size() == 1);
  const auto& entries = copy.upstream.told.front();
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].table == Table::proved);
  CHECK(entries[0].key == answer_key(after("h8 a1")));
  CHECK(entries[1].table == Table::meta);
  CHECK(entries[2].table == Table::jobs);
  CHECK(copy.store.view().value().answers() == 1);
}

TEST_CASE("what is refused upstream is not made here", "[store][upstream]") {
  Copy copy;
  copy.upstream.is_away = true;
  auto change = copy.store.change();
  REQUIRE(change.value().put_answer(after("h8 a1"), h9).ok());
  CHECK_FALSE(change.value().commit().ok());
  change = Error{ErrorCode::io, "over", {}, {}};
  CHECK(copy.store.view().value().answers() == 0);
}

TEST_CASE("what comes from upstream does not go back there", "[store][upstream]") {
  Copy copy;
  Copy other;
  put_answer(other.store, after("h8 a1"), h9);
  put_job(other.store, after("h8 a1"), {JobState::split, 1, 7, {h9}});
  auto change = copy.store.change_copy();
  for (const auto& entries : other.upstream.told)
    for (const StoreEntry& entry : entries) REQUIRE(change.value().put(entry).ok());
  REQUIRE(change.value().commit().ok());
  CHECK(copy.upstream.told.empty());
  CHECK(copy.store.view().value().answer(after("h8 a1")));
  CHECK(copy.store.view().value().job(after("h8 a1"))->searches == 7);
}

TEST_CASE("what can be no entry of this game is not copied", "[store][upstream]") {
  Copy copy;
  const Bytes entry = answer_entry(after("h8 a1"), h9);
  StoreEntry answer{Table::proved, Bytes(entry.begin(), entry.end() - 2),
                    Bytes(entry.end() - 2, entry.end())};
  StoreEntry job{Table::jobs, job_key(after("h8 a1"), Color::black), encode(JobEntry{}, 15)};
  auto change = copy.store.change_copy();
  REQUIRE(change.value().put(answer).ok());
  REQUIRE(change.value().put(job).ok());
  SECTION("an occupied square") {
    const Position canonical = *position_of_answer(answer.key, copy.store.identity());
    for (Square s : canonical.stones(Color::white)) {
      const Bytes bad = answer_entry(canonical, s);
      answer.value = {bad.end() - 2, bad.end()};
    }
    CHECK_FALSE(change.value().put(answer).ok());
  }
  SECTION("a key that is cut off") {
    answer.key.pop_back();
    CHECK_FALSE(change.value().put(answer).ok());
  }
  SECTION("a state that is none") {
    job.value[0] = 4;
    CHECK_FALSE(change.value().put(job).ok());
  }
  SECTION("a root that is none") {
    job.table = Table::meta;
    CHECK_FALSE(change.value().put(job).ok());
  }
}

}  // namespace
}  // namespace fiveproof::solve
