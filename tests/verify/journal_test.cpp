// What a journal may do to a check, and a check to its journal: errors, interrupts, other checks, other
// processes.
#include <chrono>
#include <thread>

#include "journaled.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/system_calls.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;
using Catch::Contains;
using fiveproof::test::FileSizeLimit;
using fiveproof::test::SystemCalls;
using fiveproof::test::TemporaryFolder;

namespace {

/// A journal on which nothing has been written yet.
Result<Journal> opened(const std::string& path) { return Journal::open(path, {{"proof", "any"}}); }

Portion empty_portion() {
  Portion portion;
  portion.states = {NodeState::proved};
  return portion;
}

}  // namespace

TEST_CASE("an error of the journal is the answer of the check, and ends it", "[verify][journal]") {
  const Proof proof = Damage(5).damaged(deep_draft());
  const Journaled journaled(proof, 0);
  const std::size_t header = journaled.whole.find('\n') + 1;
  for (const unsigned threads : {1U, 3U}) {
    CAPTURE(threads);
    put(journaled.path, "");
    std::optional<FileSizeLimit> limit(header);
    Options options = journaled.options;
    options.threads = threads;
    // When there is room again the first entry has failed, and the journal could be written to its end.
    options.on_progress = [&](const Progress& progress) {
      if (progress.positions_done < 16) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      limit.reset();
    };
    const auto checked = check_proof(proof, options);
    REQUIRE_FALSE(checked.ok());
    CHECK(checked.error().code == ErrorCode::io);
    CHECK(checked.error().file == journaled.path);
    CHECK(checked.error().message.starts_with("cannot write: "));
  }
}

TEST_CASE("gaps that cannot be kept are an error of the check", "[verify][journal]") {
  const Proof proof = Damage(5).damaged(deep_draft());
  Options options = options_with(0);
  options.sorting_memory_bytes = 1000;
  options.temporary_folder = "/nowhere/at/all";
  const auto checked = check_proof(proof, options);
  REQUIRE_FALSE(checked.ok());
  CHECK(checked.error().code == ErrorCode::io);
  CHECK(checked.error().file == options.temporary_folder);
}

TEST_CASE("a portion that was stopped is not in the journal", "[verify][journal]") {
  const Proof proof = Damage(5).damaged(deep_draft());
  Options options = options_with(1000);
  options.threads = 1;
  const Checked once = checked_with(proof, options);
  TemporaryFolder folder;
  int interrupts = 0;
  for (int i = 0; i < 6; ++i) {
    Options stopped = options;
    stopped.task = Check{.journal = folder.file(std::to_string(i))};
    std::atomic<bool> stop{false};
    stopped.stop = &stop;
    std::thread interrupter;
    stopped.on_start = [&] {
      interrupter = std::thread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1 + 3 * i));
        stop = true;
      });
    };
    const auto first = check_proof(proof, stopped);
    interrupter.join();
    REQUIRE(first.ok());
    interrupts += first.value().interrupted;
    stopped.stop = nullptr;
    stopped.on_start = {};
    const Checked second = checked_with(proof, stopped);
    CHECK(second.gap_counts == once.gap_counts);
    CHECK(second.all.positions == once.all.positions);
  }
  CHECK(interrupts > 1);
}

TEST_CASE("a journal of another level, or of other claims, is refused", "[verify][journal]") {
  // The first claim holds, the second does not; which is which the content hash does not say.
  Draft draft{RuleSet::freestyle, Color::black, {open_three()}, {{open_three(), square("f5")}}};
  Position lost = open_three();
  lost.play(square("h9"));
  draft.roots.push_back(lost);
  const Proof proof = draft.proof();
  const Journaled journaled(proof, 200);
  REQUIRE(journaled.once.verdicts[0].outcome == Outcome::verified);
  REQUIRE(journaled.once.verdicts[1].outcome == Outcome::not_verified);
  std::swap(draft.roots[0], draft.roots[1]);
  const Proof turned = draft.proof();
  REQUIRE(content_hash(turned) == content_hash(proof));
  const auto refused = journaled.after(turned, journaled.whole);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.starts_with("expected a journal with claims="));

  Options rules = journaled.options;
  std::get<Check>(rules.task).trust = Trust::rules;
  put(journaled.path, journaled.whole);
  const auto other = check_proof(proof, rules);
  REQUIRE_FALSE(other.ok());
  CHECK(other.error().message == "expected a journal with trust=rules, found trust=dbsearch");
}

TEST_CASE("two processes do not write one journal", "[verify][journal]") {
  TemporaryFolder folder;
  const std::string path = folder.file("journal");
  {
    const auto first = opened(path);
    REQUIRE(first.ok());
    const auto second = opened(path);
    REQUIRE_FALSE(second.ok());
    CHECK(second.error().code == ErrorCode::usage);
    CHECK(second.error().message == "another process writes this journal");
  }
  CHECK(opened(path).ok());
}

TEST_CASE("only a file is a journal", "[verify][journal]") {
  CHECK(opened("/dev/null").error().code == ErrorCode::usage);
  CHECK(opened("/tmp").error().code == ErrorCode::io);
}

TEST_CASE("a journal lasts: its first line, its end, and every few seconds what is between",
          "[verify][journal]") {
  TemporaryFolder folder;
  const std::string path = folder.file("journal");
  const SystemCalls calls;
  const auto syncs = [&] { return calls.like("fsync " + path).size(); };
  auto journal = opened(path);
  REQUIRE(journal.ok());
  CHECK(syncs() == 1);
  REQUIRE_FALSE(journal.value().next().value());
  REQUIRE(journal.value().append(empty_portion()).ok());
  CHECK(syncs() == 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  REQUIRE(journal.value().append(empty_portion()).ok());
  CHECK(syncs() == 2);
  REQUIRE(journal.value().sync().ok());
  CHECK(syncs() == 3);
}

TEST_CASE("a check that has ended has a journal that lasts", "[verify][journal]") {
  const Proof proof = open_three_proof().proof();
  TemporaryFolder folder;
  const std::string path = folder.file("journal");
  Options options = options_with(0);
  options.task = Check{.journal = path};
  const SystemCalls calls;
  REQUIRE(check_proof(proof, options).ok());
  CHECK(calls.like("fsync " + path).size() == 2);
}

TEST_CASE("that a journal may not last is an error", "[verify][journal]") {
  const Proof proof = open_three_proof().proof();
  TemporaryFolder folder;
  const std::string path = folder.file("journal");
  Options options = options_with(0);
  options.task = Check{.journal = path};
  const SystemCalls calls([&](const std::string& call) { return call == "fsync " + path; });
  const auto checked = check_proof(proof, options);
  REQUIRE_FALSE(checked.ok());
  CHECK(checked.error().message.starts_with("cannot sync: "));
}

TEST_CASE("a portion of a journal is one of the plan, once, and with what belongs to it",
          "[verify][journal]") {
  const Proof proof = open_three_proof().proof();
  const Journaled journaled(proof, 0);
  const std::string& path = journaled.path;
  using Portions = std::vector<Portion>;
  // Threads come to an end in any order, so that they are sorted first.
  const auto refusal = [&](const std::function<void(Portions&)>& change) {
    put(path, journaled.whole);
    rewrite(path, [&](Portions& all) {
      std::ranges::sort(all, {}, &Portion::number);
      change(all);
    });
    const auto checked = check_proof(proof, journaled.options);
    return checked.ok() ? std::string() : checked.error().message;
  };
  CHECK(refusal([](Portions&) {}).empty());
  CHECK_THAT(refusal([](Portions& all) { all.push_back(all.front()); }), Contains("at its portion 0"));
  CHECK_THAT(refusal([](Portions& all) { all[0].number = 1'000'000; }), Contains("at its portion 1000000"));
  // The root is a record, so that its node counts nothing.
  CHECK_THAT(refusal([](Portions& all) {
               REQUIRE(all.back().states.back() == NodeState::stored_root);
               all.back().states.pop_back();
             }),
             Contains("at its portion 4"));
  CHECK_THAT(refusal([](Portions& all) {
               all.back().gaps.push_back({0, GapKind::unproved_leaf, false, {}});
             }),
             Contains("at its portion 4"));
}

TEST_CASE("no portion comes behind the last one, not even one without nodes", "[verify][journal]") {
  Draft draft = open_three_proof();
  draft.records.resize(64 - draft.roots.size());  // four full portions of 16 nodes
  const Proof proof = draft.proof();
  const Journaled journaled(proof, 0);
  rewrite(journaled.path, [](std::vector<Portion>& all) {
    REQUIRE(all.size() == 4);
    for (const Portion& portion : all) REQUIRE(portion.states.size() == 16);
    Portion behind;
    behind.number = 4;
    all.push_back(behind);
  });
  const auto checked = check_proof(proof, journaled.options);
  REQUIRE_FALSE(checked.ok());
  CHECK_THAT(checked.error().message, Contains("at its portion 4"));
}
