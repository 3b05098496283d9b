// The dispatcher's thread: it tells the database what there is to do, and the foreman's threads what was
// handed in.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "remote/dispatcher.hpp"
#include "remote/schema.hpp"

namespace fiveproof::remote {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// The queue is looked at at least so often, and for jobs that were tried too often, or are gone, so often.
constexpr milliseconds between_looks{500};
constexpr milliseconds between_inspections{1000};
constexpr int results_at_once = 64;

void add_number(std::string& array, std::size_t number) {
  array += (array.empty() ? "" : ",") + std::to_string(number);
}

}  // namespace

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
