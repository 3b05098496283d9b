#include "remote/worker.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <mutex>
#include <random>
#include <thread>

#include "base/crew.hpp"
#include "base/files/temporary_name.hpp"
#include "remote/fragment.hpp"
#include "remote/mirror.hpp"
#include "remote/piece.hpp"
#include "remote/schema.hpp"
#include "remote/task.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::remote {
namespace {

using Clock = std::chrono::steady_clock;
using solve::Bytes;
using std::chrono::milliseconds;

/// Who finds no job asks again after this, then after twice that, and so on. There is no bell for workers: of
/// hundreds all would hear it, and one would get the job.
constexpr milliseconds first_pause{10}, longest_pause{500};
/// A stop is looked for so often, leases are prolonged so often, the copy is brought up to date at most so
/// often.
constexpr milliseconds between_looks{20}, between_prolongings{15'000}, between_updates{1000};

std::string name_of_worker() {
  char host[65] = {};
  (void)::gethostname(host, sizeof host - 1);
  return std::string(host) + ":" + std::to_string(::getpid());
}

class Worker {
 public:
  explicit Worker(const WorkerOptions& options) : options_(options), name_(name_of_worker()) {}

  Result<WorkerCounts> work() {
    Link link(options_.url);
    FIVEPROOF_LET(auto game, wait_for_game(link));
    if (!game) return counts_;
    FIVEPROOF_TRY(open_store(*game));
    const auto report = [&] {
      if (options_.on_progress) options_.on_progress(counts());
    };
    std::thread guard = start_thread([this] { guard_leases(); });
    try {
      crew_.run(
          options_.threads, [&] { do_jobs(*game); }, report);
    } catch (...) {
      is_ending_ = true;
      guard.join();
      throw;
    }
    is_ending_ = true;
    guard.join();
    if (error_) return *error_;
    return counts_;
  }

 private:
  struct Held {
    std::string id, token;
    Clock::time_point prolonged = Clock::now();
    std::atomic<bool> is_given_up = false;  ///< the search ends
  };

  [[nodiscard]] bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(); }
  [[nodiscard]] std::function<bool()> stopping() const {
    return [this] { return is_stopped() || is_ending_ || crew_.has_failed(); };
  }
  [[nodiscard]] WorkerCounts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }
  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    crew_.fail();
  }
  /// false: it is over meanwhile.
  bool pause(milliseconds time) const {
    for (const auto end = Clock::now() + time; Clock::now() < end;) {
      if (stopping()()) return false;
      std::this_thread::sleep_for(std::min<Clock::duration>(between_looks, end - Clock::now()));
    }
    return !stopping()();
  }
  [[nodiscard]] bool is_idle_for_long(Clock::time_point since) const {
    return options_.idle_seconds &&
           std::chrono::duration<double>(Clock::now() - since).count() >= *options_.idle_seconds;
  }

  Result<std::optional<solve::StoreIdentity>> wait_for_game(Link& link) {
    const auto begun = Clock::now();
    FIVEPROOF_TRY(link.reach(stopping()));
    for (;;) {
      Result<std::optional<solve::StoreIdentity>> game = std::optional<solve::StoreIdentity>();
      FIVEPROOF_TRY(link.run([&](pqxx::transaction_base& work) { game = game_of(work); }, stopping()));
      if (!game.ok() || game.value()) return game;
      if (is_idle_for_long(begun) || !pause(longest_pause)) return game;
    }
  }

  Status open_store(const solve::StoreIdentity& game) {
    std::string path = options_.store;
    if (path.empty()) {
      FIVEPROOF_LET(folder_, make_temporary_folder());
      path = folder_.path() + "/copy.fvs";
    }
    FIVEPROOF_LET(auto store, solve::Store::open(path, game, solve::Store::Mode::create));
    store_.emplace(std::move(store));
    if (options_.store.empty()) store_->leave_to_system();
    mirror_.emplace(*store_);
    return Done{};
  }

  // -- one thread's work --
  void do_jobs(const solve::StoreIdentity& game) {
    Link link(options_.url);
    auto since = Clock::now();
    milliseconds wait = first_pause;
    std::mt19937 random{std::random_device{}()};
    while (!stopping()()) {
      Bytes task;
      std::size_t most = 0;
      bool is_done = false;
      Held& held = hold();
      auto taken = link.run([&](pqxx::transaction_base& work) { is_done = !take(work, held, task, most); },
                            stopping(), Link::Extent::one);
      if (!taken.ok() || held.id.empty()) {
        let_go(held);
        if (!taken.ok()) {
          if (!stopping()()) fail(taken.error());
          return;
        }
        if ((is_done && options_.until_done) || is_idle_for_long(since)) return;
        const auto jitter = milliseconds(random() % static_cast<unsigned>(wait.count() + 1));
        if (!pause(wait / 2 + jitter)) return;
        wait = std::min(wait * 2, longest_pause);
        continue;
      }
      if (auto done = do_job(game, link, held, task, most); !done.ok()) {
        if (!stopping()()) fail(done.error());
        give_back(link, held);
        let_go(held);
        return;
      }
      let_go(held);
      since = Clock::now();
      wait = first_pause;
    }
  }

  /// false: there is no job, and all is done.
  bool take(pqxx::transaction_base& work, Held& held, Bytes& task, std::size_t& most) {
    const auto row = work.exec_params("SELECT id, token, task, most_bytes FROM take_job($1)", name_)[0];
    if (row[0].is_null()) {
      held.id.clear();
      return !work.exec1("SELECT is_done FROM game")[0].as<bool>();
    }
    const std::lock_guard lock(mutex_);
    held.id = row[0].as<std::string>();
    held.token = row[1].as<std::string>();
    held.prolonged = Clock::now();
    task = bytes_of(row[2]);
    most = row[3].as<std::size_t>();
    return true;
  }

  Status do_job(const solve::StoreIdentity& game, Link& link, Held& held, const Bytes& bytes,
                std::size_t most) {
    const auto task = decode_task(bytes, game);
    if (!task.ok()) return in_file(Status(task.error()), "--queue");
    FIVEPROOF_TRY(update(link));
    FIVEPROOF_LET(auto fragment, search(game, task.value(), held));
    if (!fragment) {
      give_back(link, held);
      return Done{};
    }
    Bytes result = encode(*fragment, game);
    if (result.size() > most) {  // then it shows nothing, but that it was searched
      fragment->outcome = solve::SearchOutcome::limit;
      fragment->answers.clear();
      fragment->known.clear();
      result = encode(*fragment, game);
    }
    bool is_taken = false;
    auto handed = link.run(
        [&](pqxx::transaction_base& work) {
          is_taken = work.exec_params("SELECT hand_in($1, $2, $3)", held.id, held.token, bytea(result))[0][0]
                         .as<bool>();
        },
        stopping(), Link::Extent::one);
    if (!handed.ok()) return handed;
    const std::lock_guard lock(mutex_);
    if (!is_taken) {
      ++counts_.late;
      return Done{};
    }
    ++counts_.jobs;
    counts_.proved += fragment->outcome == solve::SearchOutcome::proved;
    return Done{};
  }

  /// One thread at a time brings the copy up to date; the others do without.
  Status update(Link& link) {
    const std::unique_lock lock(update_mutex_, std::try_to_lock);
    if (!lock || Clock::now() < updated_ + between_updates) return Done{};
    Status updated = Done{};
    FIVEPROOF_TRY(
        link.run([&](pqxx::transaction_base& work) { updated = mirror_->update(work); }, stopping()));
    updated_ = Clock::now();
    return updated;
  }

  /// Nothing: it was stopped.
  Result<std::optional<Fragment>> search(const solve::StoreIdentity& game, const Task& task,
                                         const Held& held) {
    solve::WorkOptions how;
    how.settings = task.settings;
    how.threads = options_.threads;
    how.memory = options_.memory;
    how.stop = &held.is_given_up;
    FIVEPROOF_LET(const auto view, store_->view());
    solve::JobSearch search(game, view, how);
    Piece piece(game, view, how);
    search.on_known = [&](const Position& position) { (void)piece.lean_on(position); };
    solve::Yield yield = search.run(task.work);
    if (yield.report.outcome == solve::SearchOutcome::proved) {
      try {
        FIVEPROOF_TRY(make_whole(piece, yield));
      } catch (const verify::Stopped&) {
        return std::optional<Fragment>();
      }
    }
    count(yield.report.searches);
    FIVEPROOF_TRY(view.status());
    if (yield.report.outcome == solve::SearchOutcome::stopped) return std::optional<Fragment>();
    Fragment fragment;
    fragment.outcome = yield.report.outcome;
    fragment.by_simulation = yield.report.by_simulation;
    fragment.searches = yield.report.searches;
    fragment.nodes = yield.report.nodes;
    fragment.answers = yield.answers;
    if (fragment.outcome == solve::SearchOutcome::limit) {
      const auto old = static_cast<std::ptrdiff_t>(task.work.job.entry.moves.size());
      fragment.moves.assign(yield.entry.moves.begin() + old, yield.entry.moves.end());
    }
    if (fragment.outcome != solve::SearchOutcome::failed) fragment.known = piece.known();
    return std::optional(std::move(fragment));
  }

  /// Adds to a proof what the verifier will miss in it.
  Status make_whole(Piece& piece, solve::Yield& yield) {
    constexpr int rounds = 5;
    constexpr std::size_t most_gaps = 100'000;
    for (const auto& answer : yield.answers) piece.claim(answer.position, answer.move);
    for (int round = 0; round < rounds; ++round) {
      FIVEPROOF_TRY(piece.check());
      if (piece.stands(yield.report.position) || !piece.close(most_gaps)) break;
    }
    yield.report.searches += piece.searches();
    // If it is not whole now, it is for the maker to say so.
    if (piece.stands(yield.report.position)) yield.answers = piece.standing();
    return Done{};
  }

  /// Says that the lease is not needed any more. Once: whoever cannot be told sees it run out.
  void give_back(Link& link, Held& held) {
    bool is_ours = false;
    (void)link.attempt(
        [&](pqxx::transaction_base& work) {
          is_ours = work.exec_params("SELECT give_back($1, $2)", held.id, held.token)[0][0].as<bool>();
        },
        Link::Extent::one);
    const std::lock_guard lock(mutex_);
    ++(is_ours ? counts_.given_back : counts_.late);
  }
  void count(std::uint64_t searches) {
    const std::lock_guard lock(mutex_);
    counts_.searches += searches;
  }

  // -- leases --
  Held& hold() {
    const std::lock_guard lock(mutex_);
    return held_.emplace_back();
  }
  void let_go(Held& held) {
    const std::lock_guard lock(mutex_);
    held_.remove_if([&](const Held& other) { return &other == &held; });
  }

  /// Prolongs the leases of all threads, and stops their searches.
  void guard_leases() {
    Link link(options_.url);
    while (!is_ending_) {
      std::this_thread::sleep_for(between_looks);
      std::vector<std::pair<std::string, std::string>> due;
      {
        const std::lock_guard lock(mutex_);
        for (Held& held : held_) {
          if (is_stopped() || crew_.has_failed()) held.is_given_up = true;
          if (held.id.empty() || Clock::now() < held.prolonged + between_prolongings) continue;
          due.emplace_back(held.id, held.token);
          held.prolonged = Clock::now();
        }
      }
      for (const auto& [id, token] : due) {
        bool is_ours = true;
        const auto trouble = link.attempt(
            [&, &job = id, &lease = token](pqxx::transaction_base& work) {
              is_ours = work.exec_params("SELECT prolong($1, $2)", job, lease)[0][0].as<bool>();
            },
            Link::Extent::one);
        if (trouble || is_ours) continue;  // it is asked again, or handed in in vain
        const std::lock_guard lock(mutex_);
        for (Held& held : held_)
          if (held.id == id && held.token == token) held.is_given_up = true;
      }
    }
  }

  const WorkerOptions& options_;
  std::string name_;
  TemporaryName folder_;
  std::optional<solve::Store> store_;
  std::optional<Mirror> mirror_;
  std::mutex update_mutex_;  ///< guards the mirror and `updated_`
  Clock::time_point updated_{};
  Crew crew_;
  std::atomic<bool> is_ending_ = false;
  mutable std::mutex mutex_;  ///< guards all below
  std::list<Held> held_;
  WorkerCounts counts_;
  std::optional<Error> error_;
};

}  // namespace

Result<WorkerCounts> work_at(const WorkerOptions& options) { return Worker(options).work(); }

}  // namespace fiveproof::remote
