// A job on its way to a worker.
#include "remote/task.hpp"

#include <catch2/catch.hpp>

#include "tests/remote/jobs.hpp"

namespace fiveproof::remote::task_test {
namespace {

const solve::StoreIdentity game{RuleSet::freestyle, 15, Color::black};

Task full_task() {
  Task task;
  task.work = job_at(after("h8 a1 i9 o15"));
  task.work.job.position = canonical_form(after("h8 b1 i9 c15")).position;
  task.work.target = Symmetry(3).apply(task.work.job.position);  // in another orientation
  REQUIRE(task.work.target != task.work.job.position);
  task.work.siblings = {after("h8 o1 i7 b15"), after("h8 o1 i7 c15")};
  task.work.second_thought = 2;
  task.work.is_last_chance = true;
  task.work.job.entry = {solve::JobState::split, 3, 12345, {parse_square("a2", 15).value()}};
  REQUIRE(solve::set(task.settings, "restricted-moves=20").ok());
  REQUIRE(solve::set(task.settings, "vct-nodes=400").ok());
  return task;
}

TEST_CASE("a job arrives as it was sent", "[remote][task]") {
  const Task task = full_task();
  const auto read = decode_task(encode(task, game), game);
  REQUIRE(read.ok());
  const solve::Work& work = read.value().work;
  CHECK(work.job.is_or);
  CHECK(work.job.position == task.work.job.position);
  CHECK(work.job.entry == task.work.job.entry);
  CHECK(work.target == task.work.target);
  CHECK(work.siblings == task.work.siblings);
  CHECK(work.budget == task.work.budget);
  CHECK(work.second_thought == 2);
  CHECK(work.is_last_chance);
  CHECK(solve::assignments_of(read.value().settings) == "restricted-moves=20 vct-nodes=400");
}

TEST_CASE("a job that is cut off, or goes on, is refused at every length", "[remote][task]") {
  solve::Bytes bytes = encode(full_task(), game);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK_FALSE(decode_task(solve::Span(bytes).first(length), game).ok());
  bytes.push_back(0);
  CHECK_FALSE(decode_task(bytes, game).ok());
}

TEST_CASE("a job of another version says so", "[remote][task]") {
  solve::Bytes bytes = encode(full_task(), game);
  bytes[0] = 2;
  CHECK(decode_task(bytes, game).error().code == ErrorCode::unsupported);
}

TEST_CASE("what may be handed in is bounded, whatever the budget", "[remote][task]") {
  CHECK(most_bytes(1) == std::size_t{64} << 10);
  CHECK(most_bytes(2'000) == 512'000);
  CHECK(most_bytes(~std::uint64_t{0}) == std::size_t{32} << 20);
}

}  // namespace
}  // namespace fiveproof::remote::task_test
