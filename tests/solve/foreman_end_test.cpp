// How the work of a foreman ends, and what the store has then.
#include <fcntl.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "solve/jobs/foreman.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/solve/child_process.hpp"
#include "tests/solve/raw_entry.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::solve::foreman_end_test {
namespace {

using test::in_child;
using test::TemporaryFolder;

const StoreIdentity freestyle{RuleSet::freestyle, 15, Color::black};

Store new_store(const std::string& path, const StoreIdentity& game = freestyle) {
  return Store::open(path, game, Store::Mode::create).value();
}
Position canonical(const char* moves) { return canonical_form(after(moves)).position; }
Square image(const char* moves, const char* square) {
  return canonical_form(after(moves)).to_canonical.apply(parse_square(square, 15).value(), 15);
}
JobState stored_state(const Store& store, const Position& position) {
  return store.view().value().job(position).value_or(JobEntry{}).state;
}
/// Small searches, so that a proof takes many jobs.
WorkOptions many_jobs() {
  WorkOptions how;
  how.jobs = {.first_budget = 50, .growth = 2, .split_at = 50, .whole_limit = 50};
  how.seconds = 900;  // a defect may let it go on for ever; two minutes were too few under a sanitizer
  return how;
}

// -- a store that cannot be written -----------------------------------------------------------------------

/// Works with a file that may grow by so many pages: 0 an error was told, 1 all went well, else what was
/// wrong.
int work_with_room(const std::string& path, const Position& root, rlim_t pages) {
  const test::FileSizeLimit limit(std::filesystem::file_size(path) + pages * 4096);
  Store store = Store::open(path, freestyle, Store::Mode::write).value();
  const auto states = Foreman(store, {root}, many_jobs()).run();
  if (!states.ok()) return states.error().code == ErrorCode::io ? 0 : 2;
  // What the run says of its root the store says, too.
  return states.value().front() == JobState::proved && stored_state(store, root) == JobState::proved ? 1 : 3;
}

TEST_CASE("where the store cannot be written the work ends with that error", "[foreman][damage]") {
  const TemporaryFolder folder;
  const Position root = after("h8 a1 i9 a15");
  std::set<int> seen;
  for (rlim_t pages = 0; pages < 24; pages += pages < 10 ? 1 : 4) {
    const std::string path = folder.file(std::to_string(pages) + ".fvs");
    { const Store store = new_store(path); }
    const int said = in_child([&] { return work_with_room(path, root, pages); });
    CAPTURE(pages);
    CHECK((said == 0 || said == 1));
    seen.insert(said);
  }
  CHECK(seen == std::set<int>{0, 1});
}

TEST_CASE("what follows from a job is stored as well, or the work ends with an error", "[foreman][damage]") {
  // One reply is left, to which Black has a straight four: the job is one change of the store, and that the
  // move is proved by it is the next.
  const TemporaryFolder folder;
  const char* const line = "h8 a1 i8 a2 j8";
  const Position root = canonical(line);
  std::set<int> seen;
  for (rlim_t pages = 0; pages < 12; ++pages) {
    const std::string path = folder.file(std::to_string(pages) + ".fvs");
    CHECK(in_child([&] {
            Store store = new_store(path);
            put_job(store, root, {JobState::split, 0, 1, {image(line, "o15")}});
            return 0;
          }) == 0);
    const int said = in_child([&] { return work_with_room(path, root, pages); });
    CAPTURE(pages);
    CHECK((said == 0 || said == 1));
    seen.insert(said);
  }
  CHECK(seen == std::set<int>{0, 1});
}

TEST_CASE("what has followed at the beginning is stored, or the work ends with an error",
          "[foreman][damage]") {
  // As a kill leaves it: the second move is proved, and nobody has drawn the conclusion.
  const char* const line = "h8 a1 g8 o8 k12 n13";
  const std::string with_first = std::string(line) + " i9", with_second = std::string(line) + " i8";
  const Position root = canonical(line);
  const auto prepare = [&](Store& store) {
    put_job(store, root, {JobState::split, 4, 10, {image(line, "i9"), image(line, "i8")}});
    put_job(store, canonical(with_first.c_str()),
            {JobState::split, 0, 0, {image(with_first.c_str(), "a2"), image(with_first.c_str(), "b7")}});
    put_job(store, canonical(with_second.c_str()), {JobState::proved, 0, 700, {}});
  };
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs"), full = folder.file("full.fvs");
  {
    Store store = new_store(path);
    prepare(store);
    int jobs = 0;
    Foreman foreman(store, {root}, {});
    foreman.on_job = [&](const JobReport&) { ++jobs; };
    CHECK(foreman.run().value().front() == JobState::proved);
    CHECK(jobs == 0);
    // The answer is the move that is proved, and what that took is the position's.
    CHECK(store.view().value().answer(root) == image(line, "i8"));
    const JobEntry entry = store.view().value().job(root).value();
    CHECK(entry.state == JobState::proved);
    CHECK(entry.searches == 710);
  }
  { Store store = new_store(full); }
  CHECK(in_child([&] {
          {
            Store store = Store::open(full, freestyle, Store::Mode::write).value();
            prepare(store);
          }
          const test::FileSizeLimit limit(1);  // not even a page that is there can be written again
          Store store = Store::open(full, freestyle, Store::Mode::write).value();
          const auto states = Foreman(store, {root}, many_jobs()).run();
          return !states.ok() && states.error().code == ErrorCode::io ? 0 : 1;
        }) == 0);
}

// -- a store that cannot be read --------------------------------------------------------------------------

void put_broken_job(const std::string& path, const Position& position) {
  put_raw(path, freestyle, Table::jobs, job_key(position, Color::black), Bytes(18, 7), false);
}

TEST_CASE("a root that cannot be read is told before anything is searched", "[foreman][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  const Position root = after("h8 a1 i9 a15");
  { const Store store = new_store(path); }
  put_broken_job(path, root);
  Store store = Store::open(path, freestyle, Store::Mode::write).value();
  WorkOptions how;
  how.searches = 0;
  CHECK_FALSE(Foreman(store, {root}, how).run().ok());
}

TEST_CASE("replies that cannot be read are told when a move is split into them", "[foreman][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  const Position root = after("h8 i9 g9");
  { const Store store = new_store(path); }
  put_broken_job(path, canonical("h8 i9 g9 i7"));
  Store store = Store::open(path, freestyle, Store::Mode::write).value();
  WorkOptions how;
  how.searches = 1;  // no second job follows
  const auto states = Foreman(store, {root}, how).run();
  REQUIRE_FALSE(states.ok());
  CHECK_THAT(states.error().message, Catch::Contains("checksum"));
}

TEST_CASE("a job is read once more before it is done", "[foreman][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  const Position root = after("h8 i9 g9");
  Store store = new_store(path);
  WorkOptions how = many_jobs();
  how.searches = 5'000;
  int jobs = 0;
  Foreman foreman(store, {root}, how);
  foreman.on_job = [&](const JobReport&) {
    if (++jobs > 1) return;
    const JobEntry split = store.view().value().job(root).value();
    CHECK(in_child([&] {
            for (Square reply : split.moves) {
              Position next = canonical_form(root).position;
              next.play(reply);
              put_broken_job(path, canonical_form(next).position);
            }
            return 0;
          }) == 0);
  };
  const auto states = foreman.run();
  REQUIRE_FALSE(states.ok());
  CHECK_THAT(states.error().message, Catch::Contains("checksum"));
  CHECK(jobs == 1);
}

// -- limits, an interrupt, other processes ----------------------------------------------------------------

TEST_CASE("what a stopped job brings is not kept", "[foreman]") {
  const TemporaryFolder folder;
  Store store = new_store(folder.file("a.fvs"));
  const Position root = after("h8 i9 g7 i7");
  std::atomic<bool> stop{false};
  WorkOptions how;
  how.jobs.first_budget = 1'000'000'000;
  how.stop = &stop;
  int jobs = 0;
  Foreman foreman(store, {root}, how);
  foreman.on_job = [&](const JobReport&) { ++jobs; };
  foreman.on_progress = [&](const WorkProgress&) { stop = true; };
  CHECK(foreman.run().value().front() == JobState::open);
  CHECK(foreman.progress().searches > 0);
  CHECK(jobs == 0);
  CHECK_FALSE(store.view().value().job(root));
  CHECK(store.check().value().jobs == 0);
}

TEST_CASE("limits of time and of positions hold within a job", "[foreman]") {
  const TemporaryFolder folder;
  WorkOptions endless;
  endless.jobs.first_budget = 1'000'000'000'000;
  const auto ended = [&](const char* name, const WorkOptions& how) {
    Store store = new_store(folder.file(name));
    Foreman foreman(store, {after("h8 i9 g7 i7")}, how);
    CHECK(foreman.run().value().front() != JobState::proved);
    return foreman.progress();
  };
  WorkOptions how = endless;
  how.seconds = 0.3;
  CHECK(ended("seconds.fvs", how).jobs.split == 0);  // it was stopped, which says nothing about the position
  how = endless;
  how.nodes = 2'000;
  const WorkProgress progress = ended("nodes.fvs", how);
  CHECK(progress.nodes >= 2'000);
  CHECK(progress.nodes < 2'500);
}

TEST_CASE("limits of searches and positions are looked at after every job", "[foreman]") {
  const TemporaryFolder folder;
  int store_number = 0;
  const auto jobs_with = [&](const WorkOptions& how, JobReport* first = nullptr) {
    Store store = new_store(folder.file(std::to_string(++store_number) + ".fvs"));
    int jobs = 0;
    Foreman foreman(store, {after("h8 i9 g7 a15")}, how);
    foreman.on_job = [&](const JobReport& report) {
      if (++jobs == 1 && first != nullptr) *first = report;
    };
    CHECK(foreman.run().ok());
    return jobs;
  };
  JobReport first;
  CHECK(jobs_with(many_jobs(), &first) > 3);
  WorkOptions how = many_jobs();
  how.nodes = first.nodes;
  CHECK(jobs_with(how) == 1);
  how = many_jobs();
  how.searches = first.searches;
  CHECK(jobs_with(how) == 1);
}

TEST_CASE("a job of which another process has the lease is left to it", "[foreman]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  Store store = new_store(path);
  const Position root = after("h8 a1 i9 a15");
  int to_child[2], to_us[2];
  REQUIRE(pipe(to_child) == 0);
  REQUIRE(pipe(to_us) == 0);
  const pid_t other = fork();
  if (other == 0) {
    close(to_child[1]);  // so that it ends with us, however that is
    Store mine = Store::open(path, freestyle, Store::Mode::write).value();
    const auto lease = mine.lease(root);
    char sign = lease ? 'y' : 'n';
    if (write(to_us[1], &sign, 1) != 1 || read(to_child[0], &sign, 1) != 1) _exit(1);
    _exit(0);
  }
  char sign = 0;
  REQUIRE(read(to_us[0], &sign, 1) == 1);
  REQUIRE(sign == 'y');
  WorkOptions how;
  how.seconds = 0.3;
  Foreman foreman(store, {root}, how);
  CHECK(foreman.run().value().front() == JobState::open);
  CHECK(foreman.progress().searches == 0);
  REQUIRE(write(to_child[1], &sign, 1) == 1);
  int status = 0;
  REQUIRE(waitpid(other, &status, 0) == other);
  CHECK(status == 0);
  for (const int end : {to_child[0], to_child[1], to_us[0], to_us[1]}) close(end);
  how.seconds = 60;
  CHECK(Foreman(store, {root}, how).run().value().front() == JobState::proved);
}

TEST_CASE("what another process has just proved is not searched again", "[foreman]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  Store store = new_store(path);
  const std::vector<Position> roots{after("h8 a1 i9 a15"), after("h8 a1 h10 o15")};
  int jobs = 0;
  Foreman foreman(store, roots, {});
  foreman.on_job = [&](const JobReport& report) {
    ++jobs;
    const Position& other = canonical_form(roots[0]).position == report.position ? roots[1] : roots[0];
    CHECK(in_child([&] {
            Store mine = Store::open(path, freestyle, Store::Mode::write).value();
            put_job(mine, canonical_form(other).position, {JobState::proved, 0, 1, {}});
            put_answer(mine, other, parse_square("h9", 15).value());
            return 0;
          }) == 0);
  };
  CHECK(foreman.run().value() == std::vector<JobState>(2, JobState::proved));
  CHECK(jobs == 1);
}

// -- what is kept -----------------------------------------------------------------------------------------

TEST_CASE("the searches of a position are those of all its jobs", "[foreman]") {
  const TemporaryFolder folder;
  Store store = new_store(folder.file("a.fvs"));
  const Position root = after("h8 i9 g7 a15");
  WorkOptions how = many_jobs();
  how.searches = 1;
  REQUIRE(Foreman(store, {root}, how).run().value().front() == JobState::split);
  const std::uint64_t before = store.view().value().job(root)->searches;
  CHECK(before > 0);
  how.searches = ~std::uint64_t{0};
  Foreman foreman(store, {root}, how);
  REQUIRE(foreman.run().value().front() == JobState::proved);
  const std::uint64_t all = before + foreman.progress().searches;
  const std::uint64_t told = store.view().value().job(root)->searches;
  CHECK(told <= all);
  CHECK(told * 10 > all * 9);  // a part of what a shared job took is its other parents'
}

TEST_CASE("a second search of a job adds to what the first one took", "[foreman]") {
  const TemporaryFolder folder;
  Store store = new_store(folder.file("a.fvs"));
  const Position root = after("h8 i9 g7 i7");
  WorkOptions how;
  how.jobs = {.first_budget = 50, .growth = 2, .split_at = 1'000'000, .whole_limit = 50};
  how.searches = 1;
  Foreman first(store, {root}, how), second(store, {root}, how);
  REQUIRE(first.run().value().front() == JobState::open);
  CHECK(store.view().value().job(root)->searches == first.progress().searches);
  REQUIRE(second.run().value().front() == JobState::open);
  CHECK(store.view().value().job(root)->searches == first.progress().searches + second.progress().searches);
}

TEST_CASE("replies are stored as the canonical position has them", "[foreman]") {
  const TemporaryFolder folder;
  Store store = new_store(folder.file("a.fvs"));
  WorkOptions how = many_jobs();
  how.searches = 1;
  REQUIRE(Foreman(store, {after("h8 i9 g7 i7")}, how).run().ok());
  std::uint64_t moves = 0, turned = 0;
  CHECK(store.view()
            .value()
            .for_each_job([&](const Position& position, const JobEntry& entry) {
              if (position.to_move() == Color::black) return true;
              ++moves;
              // All legal replies are open but those that a threat answers: as the prover tells them.
              Prover prover(RuleSet::freestyle, 15, Color::black, {});
              const auto replies = prover.replies(position).value();
              const std::set<Square> expected(replies.begin(), replies.end());
              const std::set<Square> stored(entry.moves.begin(), entry.moves.end());
              turned += stored != expected;
              return true;
            })
            .ok());
  CHECK(moves > 5);
  CHECK(turned * 4 < moves);  // in another orientation a search may find another sequence
}

TEST_CASE("a move that is known to fail is not tried again", "[foreman]") {
  const TemporaryFolder folder;
  Store store = new_store(folder.file("a.fvs"));
  const Position root = canonical("h8 a1 i9 a15");
  commit(store, [&](Store::Change& change) -> Status {
    for (Square move : legal_moves(root, RuleSet::freestyle, Color::black)) {
      Position next = root;
      next.play(move);
      if (auto put = change.put_job(canonical_form(next).position, {JobState::failed, 0, 0, {}}); !put.ok())
        return put;
    }
    return Done{};
  });
  WorkOptions how;
  how.seconds = 20;
  CHECK(Foreman(store, {root}, how).run().value().front() == JobState::failed);
  CHECK(stored_state(store, root) == JobState::failed);
}

TEST_CASE("where no line is left the job has failed, and is not done again", "[foreman]") {
  Position root(5);
  for (const char* s : {"a2", "b4", "c3", "d5", "e1"}) root.put(Color::white, parse_square(s, 5).value());
  for (const char* s : {"a1", "b1", "c1", "d1", "a3"}) root.put(Color::black, parse_square(s, 5).value());
  const TemporaryFolder folder;
  Store store = new_store(folder.file("a.fvs"), {RuleSet::freestyle, 5, Color::black});
  int jobs = 0;
  for (int run = 0; run < 2; ++run) {
    WorkOptions how;
    how.seconds = 5;
    Foreman foreman(store, {root}, how);
    foreman.on_job = [&](const JobReport&) { ++jobs; };
    CHECK(foreman.run().value().front() == JobState::failed);
  }
  CHECK(jobs == 1);
}

TEST_CASE("a move without an open reply is proved at once", "[foreman]") {
  const TemporaryFolder folder;
  Store store = new_store(folder.file("a.fvs"));
  const Position root = after("h8 a1 i8 a2 j8 a3 k8");
  WorkOptions how;
  how.seconds = 5;
  int jobs = 0;
  Foreman foreman(store, {root}, how);
  foreman.on_job = [&](const JobReport&) { ++jobs; };
  CHECK(foreman.run().value().front() == JobState::proved);
  CHECK(jobs == 1);
  CHECK(stored_state(store, canonical_form(root).position) == JobState::proved);
}

}  // namespace
}  // namespace fiveproof::solve::foreman_end_test
