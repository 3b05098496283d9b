// The side of the foreman's threads: a job is asked for, waited for and judged, and what it has brought is
// put.
#include <algorithm>
#include <chrono>

#include "remote/dispatcher.hpp"
#include "remote/schema.hpp"
#include "remote/task.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::remote {
namespace {

using solve::Bytes;

/// Who waits asks so often whether that is still wanted.
constexpr std::chrono::milliseconds between_questions{100};

}  // namespace

/// Verifies and searches with no more threads than were asked for.
class Dispatcher::Place {
 public:
  Place(Dispatcher& of, const std::function<bool()>& is_over) : of_(of) {
    std::unique_lock lock(of_.mutex_);
    while (of_.places_ >= of_.how_.threads) {
      if (of_.place_free_.wait_for(lock, between_questions) == std::cv_status::no_timeout) continue;
      lock.unlock();
      const bool is_given_up = is_over();
      lock.lock();
      if (is_given_up) return;
    }
    ++of_.places_;
    has_ = true;
  }
  ~Place() {
    if (!has_) return;
    const std::lock_guard lock(of_.mutex_);
    --of_.places_;
    of_.place_free_.notify_one();
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  explicit operator bool() const { return has_; }

 private:
  Dispatcher& of_;
  bool has_ = false;
};

Result<solve::Yield> Dispatcher::stopped(const solve::Work& work, Slot& slot) {
  slot.is_waited_for = false;  // it stays in the queue: the next run may want it
  solve::Yield yield;
  yield.report.position = work.job.position;
  yield.report.outcome = solve::SearchOutcome::stopped;
  return yield;
}

Dispatcher::Slot& Dispatcher::ask_for(const solve::Work& work, const Key& key) {
  Slot& slot = slots_[key];
  const int round = work.job.entry.round;
  const bool is_new = slot.task.empty() && slot.state == State::to_post;
  const bool is_usable =
      !is_new && slot.round == round && slot.state != State::taken && slot.state != State::cancelled;
  if (!is_usable) {
    slot.is_replacing = !is_new;
    slot.state = State::to_post;
    slot.result.clear();
  }
  slot.round = round;
  slot.task = encode(Task{work, how_.settings}, store_.identity());
  slot.most_bytes = most_bytes(work.most_searches());
  slot.is_waited_for = true;
  withdrawn_.erase(key);
  return slot;
}

Result<solve::Yield> Dispatcher::run(const solve::Work& work, const std::function<bool()>& is_over) {
  // To find the open replies of a position takes no longer than to post it.
  if (!work.job.is_or) return do_it_here(work, is_over);
  const Key key = solve::job_key(work.job.position, store_.identity().attacker);
  std::unique_lock lock(mutex_);
  Slot& slot = ask_for(work, key);
  wake();
  for (;;) {
    if (error_) return *error_;
    if (slot.state == State::cancelled) {
      auto nothing = stopped(work, slot);
      slots_.erase(key);
      return nothing;
    }
    if (slot.state == State::own) {
      slot.state = State::taken;
      slot.is_waited_for = false;
      lock.unlock();
      return do_it_here(work, is_over);
    }
    if (slot.state == State::handed) {
      slot.state = State::taken;
      lock.unlock();
      auto judged = judge(work, key, is_over);
      lock.lock();
      if (slot.state == State::cancelled) continue;
      if (!judged.ok() || judged.value()) slot.is_waited_for = false;
      if (!judged.ok()) return judged.error();
      if (judged.value()) return *std::move(judged).value();
      slot.state = State::refused;
      wake();
      continue;
    }
    if (slot.changed.wait_for(lock, between_questions) == std::cv_status::no_timeout) continue;
    lock.unlock();
    const bool is_given_up = is_over();
    lock.lock();
    if (is_given_up) return stopped(work, slot);
  }
}

Result<solve::Yield> Dispatcher::do_it_here(const solve::Work& work, const std::function<bool()>& is_over) {
  const Place place(*this, is_over);
  solve::Yield yield;
  yield.report.position = work.job.position;
  yield.report.outcome = solve::SearchOutcome::stopped;
  if (!place) return yield;
  {
    const std::lock_guard lock(mutex_);
    ++counts_.own;
  }
  return solve::OwnHands(store_, how_).run(work, is_over);
}

/// What the worker has brought, if it is true; nothing when it is refused.
Result<std::optional<solve::Yield>> Dispatcher::judge(const solve::Work& work, const Key& key,
                                                      const std::function<bool()>& is_over) {
  solve::Yield nothing;
  nothing.report.position = work.job.position;
  nothing.report.outcome = solve::SearchOutcome::stopped;
  Bytes bytes;
  {
    const std::lock_guard lock(mutex_);
    bytes = std::move(slots_.at(key).result);
  }
  const auto refuse = [this](const std::string& why) {
    const std::lock_guard lock(mutex_);
    ++counts_.refused;
    counts_.last_refusal = why;
    return std::optional<solve::Yield>();
  };
  const auto fragment = decode_fragment(bytes, store_.identity());
  if (!fragment.ok()) return refuse(fragment.error().text());
  Acceptance acceptance;
  {
    const Place place(*this, is_over);
    if (!place) return std::optional(std::move(nothing));
    FIVEPROOF_LET(const auto view, store_.view());
    try {
      FIVEPROOF_LET(acceptance, accept(work, fragment.value(), store_.identity(), view, how_));
    } catch (const verify::Stopped&) {
      return std::optional(std::move(nothing));
    }
  }
  {
    const std::lock_guard lock(mutex_);
    counts_.answers += acceptance.answers;
    counts_.dropped += acceptance.dropped;
    counts_.accepted += acceptance.kind == Acceptance::Kind::accepted;
  }
  if (acceptance.kind == Acceptance::Kind::refused) return refuse(acceptance.why);
  if (acceptance.kind == Acceptance::Kind::accepted) return std::optional(std::move(acceptance.yield));
  FIVEPROOF_LET(auto own, do_it_here(work, is_over));
  return std::optional(std::move(own));
}

/// A job whose entry is written is at its end. So what it brought and its place in the queue change together.
Status Dispatcher::put(const std::vector<solve::StoreEntry>& entries) {
  std::map<Bytes, Bytes> answers, jobs, roots;  // the last of several under one key; of answers the first
  for (const solve::StoreEntry& entry : entries) {
    if (entry.table == solve::Table::proved)
      answers.try_emplace(entry.key, entry.value);
    else
      (entry.table == solve::Table::jobs ? jobs : roots)[entry.key] = entry.value;
  }
  struct Columns {
    std::vector<Bytes> keys = {}, values = {};
  };
  const auto split = [](const std::map<Bytes, Bytes>& all) {
    Columns columns;
    for (const auto& [key, value] : all) {
      columns.keys.push_back(key);
      columns.values.push_back(value);
    }
    return columns;
  };
  const Columns of_answers = split(answers), of_jobs = split(jobs), of_roots = split(roots);
  constexpr const char* replace =
      "INSERT INTO entries (kind, key, value) SELECT $1, * FROM unnest($2::bytea[], $3::bytea[])"
      " ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, changed = pg_current_xact_id()";
  {
    const std::lock_guard lock(put_mutex_);
    auto done = put_link_.run(
        [&](pqxx::transaction_base& work) {
          if (!answers.empty())
            work.exec_params(
                "INSERT INTO answers (key, move) SELECT * FROM unnest($1::bytea[], $2::bytea[])"
                " ON CONFLICT DO NOTHING",
                bytea_array(of_answers.keys), bytea_array(of_answers.values));
          if (!roots.empty())
            work.exec_params(replace, static_cast<int>(solve::Table::meta), bytea_array(of_roots.keys),
                             bytea_array(of_roots.values));
          if (jobs.empty()) return;
          work.exec_params(replace, static_cast<int>(solve::Table::jobs), bytea_array(of_jobs.keys),
                           bytea_array(of_jobs.values));
          work.exec_params("DELETE FROM jobs WHERE key = ANY($1::bytea[])", bytea_array(of_jobs.keys));
        },
        stopping());
    if (!done.ok()) return done;
  }
  const std::lock_guard lock(mutex_);
  for (const Bytes& key : of_jobs.keys) {
    const auto slot = slots_.find(key);
    if (slot == slots_.end()) continue;
    if (slot->second.state != State::taken) withdrawn_.insert(key);  // it may just be posted again
    if (slot->second.is_waited_for) {  // for what has followed from elsewhere meanwhile
      slot->second.state = State::cancelled;
      slot->second.changed.notify_all();
    } else {
      slots_.erase(slot);
    }
  }
  return Done{};
}

}  // namespace fiveproof::remote
