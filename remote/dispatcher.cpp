#include "remote/dispatcher.hpp"

#include <sys/eventfd.h>

#include <algorithm>
#include <chrono>

#include "base/crew.hpp"
#include "remote/schema.hpp"

namespace fiveproof::remote {
namespace {

using Clock = std::chrono::steady_clock;
using solve::Bytes;

/// The name of the lock that one maker has, of all in the database.
constexpr const char* maker_lock = "7305174061";
constexpr std::chrono::seconds wait_for_lock{10};
constexpr std::chrono::milliseconds between_tries{100};

}  // namespace

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

/// One maker at a time: two would do the same jobs. A lock of the session ends with the connection, however
/// that ends; of one that was just cut off the server may know a moment later.
void Dispatcher::lock_out_others(pqxx::connection& connection) {
  const auto end = Clock::now() + wait_for_lock;
  for (;;) {
    {
      pqxx::nontransaction work(connection);
      if (work.exec1(std::string("SELECT pg_try_advisory_lock(") + maker_lock + ")")[0].as<bool>()) break;
    }
    if (Clock::now() >= end || stopping()())
      throw Refused("expected to be the only maker, found another one at work in this database");
    std::this_thread::sleep_for(between_tries);
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
  FIVEPROOF_TRY(link_.reach(stopping()));
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
  FIVEPROOF_TRY(send_up());
  Status taken = Done{};
  if (auto trouble = link_.attempt([&](pqxx::transaction_base& work) { taken = take_over(work); }))
    return trouble->error;
  if (!taken.ok()) return taken;
  thread_ = start_thread([this] { serve(); });
  return Done{};
}

/// What the store had before it became a copy. Where the queue says something else about a job, that stays.
Status Dispatcher::send_up() {
  FIVEPROOF_LET(const auto view, store_.view());
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
  auto read = view.for_each_answer([&](const Position& position, Square move) {
    const Bytes entry = solve::answer_entry(position, move);
    return add(Bytes(entry.begin(), entry.end() - 2), Bytes(entry.end() - 2, entry.end()));
  });
  if (!read.ok()) return read;
  if (!sent.ok() || !send()) return sent;
  statement =
      "INSERT INTO entries (kind, key, value) SELECT 2, * FROM unnest($1::bytea[], $2::bytea[])"
      " ON CONFLICT DO NOTHING";
  read = view.for_each_job([&](const Position& position, const solve::JobEntry& entry) {
    return add(solve::job_key(position, attacker), solve::encode(entry, size));
  });
  if (!read.ok()) return read;
  if (!sent.ok() || !send()) return sent;
  return Done{};
}

/// What another maker has left: what is proved, and what workers are about or have handed in. Nobody has
/// begun with the other jobs: they are posted when it is their turn.
Status Dispatcher::take_over(pqxx::transaction_base& work) {
  FIVEPROOF_TRY(mirror_.update(work));
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

}  // namespace fiveproof::remote
