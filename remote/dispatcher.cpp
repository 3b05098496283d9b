#include "remote/dispatcher.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/crew.hpp"
#include "remote/schema.hpp"
#include "remote/task.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::remote {
namespace {

using Clock = std::chrono::steady_clock;
using solve::Bytes;
using std::chrono::milliseconds;

/// Who waits asks so often whether that is still wanted.
constexpr milliseconds between_questions{100};
/// The queue is looked at at least so often, and for jobs that were tried too often, or are gone, so often.
constexpr milliseconds between_looks{500};
constexpr milliseconds between_inspections{1000};
constexpr int results_at_once = 64;
/// The name of the lock that one maker has, of all in the database.
constexpr const char* maker_lock = "7305174061";
constexpr std::chrono::seconds wait_for_lock{10};

void add_number(std::string& array, std::size_t number) {
  array += (array.empty() ? "" : ",") + std::to_string(number);
}

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

Dispatcher::Dispatcher(const MakerOptions& options, solve::Store& store, const solve::WorkOptions& how)
    : options_(options),
      store_(store),
      how_(how),
      mirror_(store),
      link_(options.url),
      put_link_(options.url) {
  how_.threads = std::max(1u, how_.threads);
  how_.workforce = nullptr;
}

Dispatcher::~Dispatcher() {
  is_ending_ = true;
  if (!thread_.joinable()) return;
  wake();
  thread_.join();
}

std::function<bool()> Dispatcher::stopping() const {
  return [this] { return is_ending_ || (how_.stop != nullptr && how_.stop->load()); };
}

// -- begin and end ------------------------------------------------------------------------------------------

/// One maker at a time: two would do the same jobs. A lock of the session ends with the connection, however that ends; of
/// one that was just cut off the server may know a moment later.
void Dispatcher::lock_out_others(pqxx::connection& connection) {
  const auto end = Clock::now() + wait_for_lock;
  for (;;) {
    {
      pqxx::nontransaction work(connection);
      if (work.exec1(std::string("SELECT pg_try_advisory_lock(") + maker_lock + ")")[0].as<bool>()) break;
    }
    if (Clock::now() >= end || stopping()())
      throw Refused("expected to be the only maker, found another one at work in this database");
    std::this_thread::sleep_for(between_questions);
  }
  pqxx::nontransaction work(connection);
  // What is forgotten of the queue is told again.
  work.exec("LISTEN fiveproof_handed; SET synchronous_commit = off");
  is_fresh_ = true;
}

Status Dispatcher::begin() {
  bell_ = Descriptor(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!bell_.is_open()) return Error{ErrorCode::io, "cannot make an eventfd", {}, {}};
  link_.on_connect = [this](pqxx::connection& connection) { lock_out_others(connection); };
  if (auto reached = link_.reach(stopping()); !reached.ok()) return reached;
  Status game = Done{};
  if (auto trouble = link_.attempt([&](pqxx::transaction_base& work) {
        const auto found = make_tables(work, store_.identity());
        if (!found.ok())
          game = found.error();
        else if (found.value() != store_.identity())
          game = queue_error(ErrorCode::usage,
                             "expected \"" + solve::identity_text(store_.identity(), queue_version) +
                                 "\", found \"" + solve::identity_text(found.value(), queue_version) + "\"");
      }))
    return trouble->error;
  if (!game.ok()) return game;
  if (auto sent = send_up(); !sent.ok()) return sent;
  Status taken = Done{};
  if (auto trouble = link_.attempt([&](pqxx::transaction_base& work) { taken = take_over(work); }))
    return trouble->error;
  if (!taken.ok()) return taken;
  thread_ = start_thread([this] { serve(); });
  return Done{};
}

/// What the store had before it became a copy. Where the queue says something else about a job, that stays.
Status Dispatcher::send_up() {
  const auto view = store_.view();
  if (!view.ok()) return view.error();
  const Color attacker = store_.identity().attacker;
  const int size = store_.identity().size;
  constexpr std::size_t at_once = 5000;
  std::vector<Bytes> keys, values;
  Status sent = Done{};
  std::string statement;
  const auto send = [&] {
    if (keys.empty()) return true;
    const auto trouble = link_.attempt([&](pqxx::transaction_base& work) {
      work.exec_params(statement, bytea_array(keys), bytea_array(values));
    });
    keys.clear();
    values.clear();
    if (trouble) sent = trouble->error;
    return !trouble;
  };
  const auto add = [&](Bytes key, Bytes value) {
    keys.push_back(std::move(key));
    values.push_back(std::move(value));
    return keys.size() < at_once || send();
  };
  statement =
      "INSERT INTO answers (key, move) SELECT * FROM unnest($1::bytea[], $2::bytea[]) ON CONFLICT DO NOTHING";
  auto read = view.value().for_each_answer([&](const Position& position, Square move) {
    const Bytes entry = solve::answer_entry(position, move);
    return add(Bytes(entry.begin(), entry.end() - 2), Bytes(entry.end() - 2, entry.end()));
  });
  if (!read.ok()) return read;
  if (!sent.ok() || !send()) return sent;
  statement =
      "INSERT INTO entries (kind, key, value) SELECT 2, * FROM unnest($1::bytea[], $2::bytea[])"
      " ON CONFLICT DO NOTHING";
  read = view.value().for_each_job([&](const Position& position, const solve::JobEntry& entry) {
    return add(solve::job_key(position, attacker), solve::encode(entry, size));
  });
  if (!read.ok()) return read;
  if (!sent.ok() || !send()) return sent;
  return Done{};
}

/// What another maker has left: what is proved, and what workers are about or have handed in. Nobody has begun with the
/// other jobs: they are posted when it is their turn.
Status Dispatcher::take_over(pqxx::transaction_base& work) {
  if (auto updated = mirror_.update(work); !updated.ok()) return updated;
  work.exec("UPDATE game SET is_done = false");
  work.exec("DELETE FROM jobs WHERE state = 0");
  for (const auto& row : work.exec("SELECT key, round FROM jobs")) {
    Slot& slot = slots_[bytes_of(row[0])];
    slot.state = State::posted;
    slot.round = row[1].as<int>();
  }
  return Done{};
}

Status Dispatcher::end(bool is_done) {
  is_ending_ = true;
  if (thread_.joinable()) {
    wake();
    thread_.join();
  }
  const auto trouble = link_.attempt([&](pqxx::transaction_base& work) {
    work.exec("DELETE FROM jobs");
    if (is_done) work.exec("UPDATE game SET is_done = true");
  });
  link_.close();
  if (trouble) return trouble->error;
  return Done{};
}

MakerCounts Dispatcher::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

// -- the foreman's threads ----------------------------------------------------------------------------------

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
    const auto view = store_.view();
    if (!view.ok()) return view.error();
    try {
      auto judged = accept(work, fragment.value(), store_.identity(), view.value(), how_);
      if (!judged.ok()) return judged.error();
      acceptance = std::move(judged).value();
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
  auto own = do_it_here(work, is_over);
  if (!own.ok()) return own.error();
  return std::optional(std::move(own).value());
}

// -- what is proved -----------------------------------------------------------------------------------------

/// A job whose entry is written is at its end. So what it brought and its place in the queue change together.
Status Dispatcher::put(const std::vector<solve::StoreEntry>& entries) {
  std::map<Bytes, Bytes> answers, jobs, roots;  // the last of several under one key; of answers the first
  for (const solve::StoreEntry& entry : entries) {
    if (entry.table == solve::Table::proved)
      answers.try_emplace(entry.key, entry.value);
    else
      (entry.table == solve::Table::jobs ? jobs : roots)[entry.key] = entry.value;
  }
  const auto split = [](const std::map<Bytes, Bytes>& all) {
    std::pair<std::vector<Bytes>, std::vector<Bytes>> columns;
    for (const auto& [key, value] : all) {
      columns.first.push_back(key);
      columns.second.push_back(value);
    }
    return columns;
  };
  const auto [answer_keys, moves] = split(answers);
  const auto [job_keys, states] = split(jobs);
  const auto [root_keys, lines] = split(roots);
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
                bytea_array(answer_keys), bytea_array(moves));
          if (!roots.empty())
            work.exec_params(replace, static_cast<int>(solve::Table::meta), bytea_array(root_keys),
                             bytea_array(lines));
          if (jobs.empty()) return;
          work.exec_params(replace, static_cast<int>(solve::Table::jobs), bytea_array(job_keys),
                           bytea_array(states));
          work.exec_params("DELETE FROM jobs WHERE key = ANY($1::bytea[])", bytea_array(job_keys));
        },
        stopping());
    if (!done.ok()) return done;
  }
  const std::lock_guard lock(mutex_);
  for (const Bytes& key : job_keys) {
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

// -- the dispatcher's thread ----------------------------------------------------------------------------------

void Dispatcher::wake() {
  const std::uint64_t one = 1;
  (void)!::write(bell_.number(), &one, sizeof one);
}

void Dispatcher::fail(const Error& error) {
  const std::lock_guard lock(mutex_);
  error_ = error;
  for (auto& [key, slot] : slots_) slot.changed.notify_all();
}

void Dispatcher::serve() {
  while (!is_ending_) {
    const Batch batch = next_batch();
    auto done = link_.run(
        [&](pqxx::transaction_base& work) {
          tell(work, batch);
          news_.clear();
          if (is_handed_) fetch(work);
          look_after(work);
        },
        stopping());
    if (!done.ok()) {
      if (!stopping()()) fail(done.error());
      return;
    }
    is_fresh_ = false;
    note_told(batch);
    note_news();
    wait_for_news();
  }
}

Dispatcher::Batch Dispatcher::next_batch() {
  const std::lock_guard lock(mutex_);
  Batch batch;
  batch.withdrawn.assign(withdrawn_.begin(), withdrawn_.end());
  for (const auto& [key, slot] : slots_) {
    if (slot.state == State::refused) batch.refused.push_back(key);
    if (slot.state != State::to_post) continue;
    if (slot.is_replacing) batch.replaced.push_back(key);
    batch.posted.push_back(key);
    batch.tasks.push_back(slot.task);
    add_number(batch.rounds, static_cast<std::size_t>(slot.round));
    add_number(batch.sizes, slot.most_bytes);
  }
  return batch;
}

void Dispatcher::tell(pqxx::transaction_base& work, const Batch& batch) {
  // A result that was fetched by a transaction of which we do not know how it ended is fetched again.
  if (is_fresh_) work.exec("UPDATE jobs SET state = 2 WHERE state = 3");
  for (const auto* gone : {&batch.withdrawn, &batch.replaced})
    if (!gone->empty()) work.exec_params("DELETE FROM jobs WHERE key = ANY($1::bytea[])", bytea_array(*gone));
  if (!batch.refused.empty())
    work.exec_params(
        "UPDATE jobs SET state = 0, token = NULL, result = NULL WHERE key = ANY($1::bytea[]) AND state = 3",
        bytea_array(batch.refused));
  if (!batch.posted.empty())
    work.exec_params(
        "INSERT INTO jobs (key, task, round, most_bytes)"
        " SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::int[], $4::int[]) ON CONFLICT DO NOTHING",
        bytea_array(batch.posted), bytea_array(batch.tasks), "{" + batch.rounds + "}",
        "{" + batch.sizes + "}");
}

void Dispatcher::note_told(const Batch& batch) {
  const std::lock_guard lock(mutex_);
  for (const Key& key : batch.withdrawn) withdrawn_.erase(key);
  for (const auto* keys : {&batch.posted, &batch.refused})
    for (const Key& key : *keys) {
      const auto slot = slots_.find(key);
      if (slot == slots_.end()) continue;
      const bool was_told = slot->second.state == State::to_post || slot->second.state == State::refused;
      if (was_told) slot->second.state = State::posted;
      slot->second.is_replacing = false;
    }
}

void Dispatcher::fetch(pqxx::transaction_base& work) {
  const auto rows = work.exec(
      "UPDATE jobs SET state = 3 WHERE id IN (SELECT id FROM jobs WHERE state = 2 ORDER BY id LIMIT " +
      std::to_string(results_at_once) + ") RETURNING key, round, result");
  for (const auto& row : rows) news_.push_back({bytes_of(row[0]), row[1].as<int>(), bytes_of(row[2])});
  fetched_ = Clock::now();
}

/// Which jobs nobody is given any more, and which are not there although they were posted.
void Dispatcher::look_after(pqxx::transaction_base& work) {
  overdue_.clear();
  there_.clear();
  is_list_known_ = Clock::now() >= looked_ + between_inspections;
  if (!is_list_known_) return;
  looked_ = Clock::now();
  const auto rows = work.exec(
      "SELECT j.key, j.attempts >= g.most_attempts AND (j.state = 0 OR j.state = 1 AND j.deadline < now())"
      " FROM jobs j, game g");
  for (const auto& row : rows) {
    there_.push_back(bytes_of(row[0]));
    if (row[1].as<bool>()) overdue_.push_back(there_.back());
  }
}

void Dispatcher::note_news() {
  const std::lock_guard lock(mutex_);
  for (News& news : news_) {
    const auto found = slots_.find(news.key);
    // Nobody asks for it any more, or not in this form.
    if (found == slots_.end() || found->second.state != State::posted || found->second.round != news.round)
      continue;
    found->second.state = State::handed;
    found->second.result = std::move(news.result);
    found->second.changed.notify_all();
  }
  for (const Key& key : overdue_) {
    const auto found = slots_.find(key);
    if (found == slots_.end() || found->second.state != State::posted) continue;
    found->second.state = State::own;
    found->second.changed.notify_all();
  }
  if (!is_list_known_) return;
  std::ranges::sort(there_);
  for (auto& [key, slot] : slots_)
    if (slot.state == State::posted && slot.is_waited_for && !std::ranges::binary_search(there_, key))
      slot.state = State::to_post;
}

/// Waits until something is handed in, somebody rings, or a moment is over.
void Dispatcher::wait_for_news() {
  pqxx::connection* connection = link_.connection();
  if (connection == nullptr) return;
  if (static_cast<int>(news_.size()) == results_at_once) return;  // there may be more
  pollfd waited[2] = {{bell_.number(), POLLIN, 0}, {connection->sock(), POLLIN, 0}};
  const int told = ::poll(waited, 2, static_cast<int>(between_looks.count()));
  // Who only posts need not ask what was handed in.
  is_handed_ = told <= 0 || waited[1].revents != 0 || Clock::now() >= fetched_ + between_looks;
  std::uint64_t rung = 0;
  (void)!::read(bell_.number(), &rung, sizeof rung);
  try {
    connection->get_notifs();
  } catch (const std::exception&) {
    link_.close();  // it is opened again by who asks next
  }
}

}  // namespace fiveproof::remote
