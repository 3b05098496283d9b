#include "solve/jobs/foreman.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "base/crew.hpp"
#include "game/symmetry.hpp"
#include "solve/jobs/workforce.hpp"

namespace fiveproof::solve {
namespace {

using Clock = std::chrono::steady_clock;

/// So often the store is asked what other processes have done, but no more than this part of the time.
constexpr double seconds_between_refreshes = 5;
constexpr double most_time_for_refreshes = 0.05;
/// Who finds no job looks again after this, and whether to stop; up to three times as late where there are
/// more of them than one machine has threads.
constexpr std::chrono::milliseconds between_looks{100};
constexpr unsigned threads_of_a_machine = 32;
/// The proofs of so many siblings are tried on a new job, those of the nearest replies first.
constexpr std::size_t siblings_tried = 2;

int distance(Square a, Square b) {
  return std::max(std::abs(a.column() - b.column()), std::abs(a.row() - b.row()));
}

}  // namespace

/// What the threads of one run share: the jobs, and the sums of what they brought.
struct Foreman::Desk {
  Desk(Store& s, const WorkOptions& o, Workforce& w)
      : store(s),
        options(o),
        workforce(w),
        tree(s.identity().attacker, o.jobs),
        start(Clock::now()),
        deadline(deadline_after(o.seconds)) {}

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
  [[nodiscard]] bool is_over() const {
    return crew.has_failed() || (options.stop != nullptr && options.stop->load()) ||
           searches >= options.searches || nodes >= options.nodes || seconds() >= options.seconds;
  }
  [[nodiscard]] WorkProgress progress() const;
  void work();
  bool next(Work& work, JobId& id, std::optional<Store::Lease>& lease);
  Status keep(JobId id, const Yield& yield);
  Status keep_settled();
  Work describe(const JobTree::Pick& pick);
  [[nodiscard]] bool is_finished();
  void give_up(const Error& why);

  Store& store;
  const WorkOptions& options;
  Workforce& workforce;
  Crew crew;
  std::mutex mutex;  ///< guards all below
  std::condition_variable changed;
  JobTree tree;
  std::vector<JobId> roots;
  std::size_t done_roots = 0;  ///< so many of them, from the first on, are done
  std::uint64_t searches = 0, nodes = 0;
  double refresh_due = seconds_between_refreshes;
  std::optional<Error> error;
  Clock::time_point start, deadline;
  const std::function<void(const JobReport&)>* on_job = nullptr;
};

Foreman::Foreman(Store& store, std::vector<Position> roots, const WorkOptions& options)
    : store_(store), roots_(std::move(roots)), options_(options) {}

Result<std::vector<JobState>> Foreman::run() {
  OwnHands own(store_, options_);
  Workforce& workforce = options_.workforce != nullptr ? *options_.workforce : own;
  Desk desk(store_, options_, workforce);
  desk.on_job = &on_job;
  {
    FIVEPROOF_LET(const auto view, store_.view());
    for (const Position& root : roots_) desk.roots.push_back(desk.tree.add(root, view));
    desk.tree.set_roots(desk.roots);
    FIVEPROOF_TRY(view.status());
  }
  FIVEPROOF_TRY(desk.keep_settled());
  const auto report = [&] {
    if (!on_progress) return;
    {
      const std::lock_guard lock(desk.mutex);
      progress_ = desk.progress();
    }
    on_progress(progress_);
  };
  desk.crew.run(
      workforce.hands(), [&] { desk.work(); }, report);
  progress_ = desk.progress();
  if (desk.error) return *desk.error;
  std::vector<JobState> states;
  for (JobId root : desk.roots) states.push_back(desk.tree.at(root).entry.state);
  return states;
}

WorkProgress Foreman::Desk::progress() const {
  WorkProgress progress;
  progress.jobs = tree.counts();
  for (JobId root : roots) progress.cost += tree.at(root).cost;
  progress.searches = searches;
  progress.nodes = nodes;
  progress.seconds = seconds();
  progress.store_bytes = store.bytes();
  if (const auto view = store.view(); view.ok()) progress.answers = view.value().answers();
  return progress;
}

/// Ends the work of all threads; the first error is the one that is told.
void Foreman::Desk::give_up(const Error& why) {
  if (!error) error = why;
  crew.fail();
}

void Foreman::Desk::work() {
  std::unique_lock lock(mutex);
  while (!is_over()) {
    Work work;
    JobId id = 0;
    std::optional<Store::Lease> lease;
    if (!next(work, id, lease)) {
      if (is_finished()) return;
      changed.wait_for(lock, between_looks * std::clamp(workforce.hands() / threads_of_a_machine, 1u, 3u));
      continue;
    }
    changed.notify_one();  // where there was a job there may be another one
    tree.hold(id, true);
    lock.unlock();

    Yield yield;
    std::optional<Error> failed;
    const auto began = Clock::now();
    auto done = workforce.run(work, [this] {
      const std::lock_guard guard(mutex);
      return is_over() || is_finished();
    });
    if (done.ok())
      yield = std::move(done).value();
    else
      failed = done.error();
    yield.report.seconds = std::chrono::duration<double>(Clock::now() - began).count();

    lock.lock();
    tree.hold(id, false);
    searches += yield.report.searches;
    nodes += yield.report.nodes;
    if (!failed && yield.report.outcome != SearchOutcome::stopped)
      if (auto kept = keep(id, yield); !kept.ok()) failed = kept.error();
    if (failed) give_up(*failed);
    if (!failed && *on_job && yield.report.outcome != SearchOutcome::stopped) (*on_job)(yield.report);
    // Not all: of hundreds that wait each would go through the tree for the one job that there may be.
    if (is_over() || is_finished())
      changed.notify_all();
    else
      changed.notify_one();
  }
}

/// What is proved or failed stays so: who asks often does not look at thousands of roots each time.
bool Foreman::Desk::is_finished() {
  while (done_roots < roots.size() && tree.at(roots[done_roots]).is_done()) ++done_roots;
  return done_roots == roots.size();
}

/// Finds the next job that nobody else has, and takes its lease.
bool Foreman::Desk::next(Work& work, JobId& id, std::optional<Store::Lease>& lease) {
  if (const double began = seconds(); began >= refresh_due) {
    const auto view = store.view();
    if (!view.ok()) {
      give_up(view.error());
      return false;
    }
    tree.refresh(view.value());  // what of an entry cannot be read is told below, before its job is done
    const double took = seconds() - began;
    refresh_due = seconds() + std::max(seconds_between_refreshes, took / most_time_for_refreshes);
  }
  while (const auto pick = tree.pick()) {
    const Job& job = tree.at(pick->job);
    lease = store.lease(job.position);
    if (!lease) {
      tree.mark_elsewhere(pick->job);
      continue;
    }
    // Another process may just have finished it.
    const auto view = store.view();
    if (!view.ok()) {
      give_up(view.error());
      return false;
    }
    const JobEntry entry = view.value().job(job.position).value_or(JobEntry{});
    const bool is_other = entry != job.entry || (job.is_or && view.value().answer(job.position));
    if (is_other) tree.set(pick->job, entry, view.value());
    if (auto whole = view.value().status(); !whole.ok()) {
      give_up(whole.error());
      return false;
    }
    if (is_other) continue;
    id = pick->job;
    work = describe(*pick);
    return true;
  }
  return false;
}

Work Foreman::Desk::describe(const JobTree::Pick& pick) {
  Work work;
  work.job = tree.at(pick.job);
  work.budget = tree.budget(work.job);
  work.most_nodes = options.nodes - nodes;
  work.deadline = deadline;
  work.second_thought = tree.second_thought(work.job);
  work.is_last_chance = tree.is_last_chance(work.job);
  work.target = work.job.position;
  if (!pick.parent) return work;
  const Job& parent = tree.at(*pick.parent);
  const auto place = std::ranges::find(parent.children, pick.job) - parent.children.begin();
  const Square reply = parent.entry.moves[static_cast<std::size_t>(place)];
  std::vector<std::pair<int, Square>> near;
  for (std::size_t i = 0; i < parent.children.size(); ++i) {
    const Job& child = tree.at(parent.children[i]);
    if (child.is_or && child.entry.state == JobState::proved)
      near.emplace_back(distance(reply, parent.entry.moves[i]), parent.entry.moves[i]);
  }
  std::ranges::stable_sort(near, {}, [](const auto& n) { return n.first; });
  work.target = parent.position;
  work.target.play(reply);
  for (std::size_t i = 0; i < near.size() && i < siblings_tried; ++i) {
    work.siblings.push_back(parent.position);
    work.siblings.back().play(near[i].second);
  }
  return work;
}

Status Foreman::Desk::keep(JobId id, const Yield& yield) {
  FIVEPROOF_LET(auto change, store.change());
  for (const auto& answer : yield.answers) FIVEPROOF_TRY(change.put_answer(answer.position, answer.move));
  const StoreIdentity& game = store.identity();
  for (const auto& split : yield.splits) {
    // The moves of an entry belong to the canonical position.
    const Canonical canonical = canonical_form(split.position);
    JobEntry entry = split.entry;
    for (Square& s : entry.moves) s = canonical.to_canonical.apply(s, game.size);
    if (entry.moves.empty()) entry.state = JobState::proved;
    FIVEPROOF_TRY(change.put_job(canonical.position, entry));
  }
  FIVEPROOF_TRY(change.put_job(tree.at(id).position, yield.entry));
  FIVEPROOF_TRY(change.commit());

  {
    FIVEPROOF_LET(const auto view, store.view());
    tree.set(id, yield.entry, view);
    FIVEPROOF_TRY(view.status());
  }
  return keep_settled();
}

/// Stores what has followed for the positions above. Were it lost in a kill, it would follow once more from
/// what is below them.
Status Foreman::Desk::keep_settled() {
  const std::vector<JobId> settled = tree.take_settled();
  if (settled.empty()) return Done{};
  FIVEPROOF_LET(auto change, store.change());
  for (JobId id : settled) {
    const Job& job = tree.at(id);
    if (job.is_or && job.entry.state == JobState::proved) {
      const auto won = std::ranges::find_if(
          job.children, [&](JobId child) { return tree.at(child).entry.state == JobState::proved; });
      FIVEPROOF_ENSURE(won != job.children.end());
      const auto place = static_cast<std::size_t>(won - job.children.begin());
      FIVEPROOF_TRY(change.put_answer(job.position, job.entry.moves[place]));
    }
    JobEntry entry = job.entry;
    entry.searches =
        static_cast<std::uint64_t>(job.spent);  // this is the sum, as what is below is not read again
    FIVEPROOF_TRY(change.put_job(job.position, entry));
  }
  return change.commit();
}

}  // namespace fiveproof::solve
