#include "base/crew.hpp"

#include <system_error>
#include <utility>
#include <vector>

#include "base/memory_limit.hpp"

namespace fiveproof {

std::thread start_thread(std::function<void()> work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& error) {
    throw std::system_error(error.code(), "a thread cannot be started");
  }
}

void Crew::run(unsigned threads, const std::function<void()>& work, const std::function<void()>& report) {
  make_room_for_threads(threads);
  std::vector<std::thread> started;
  try {
    started.reserve(threads);
    // Counted before the first one starts: a thread that ends at once must not end the wait for the others.
    running_ = threads;
    for (unsigned i = 0; i < threads; ++i)
      started.push_back(start_thread([this, &work] { work_safely(work); }));
    wait(report);
  } catch (...) {
    // Whatever it was, the threads that run have to end before what they use goes away.
    keep_failure();
  }
  for (std::thread& thread : started) thread.join();
  if (failure_) std::rethrow_exception(failure_);
}

bool Crew::has_failed() const { return has_failed_.load(std::memory_order_relaxed); }

void Crew::wait(const std::function<void()>& report) {
  std::unique_lock lock(mutex_);
  while (!all_ended_.wait_for(lock, between_reports, [this] { return running_ == 0; })) {
    if (!report) continue;
    lock.unlock();
    report();
    lock.lock();
  }
}

void Crew::work_safely(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    keep_failure();
  }
  const std::lock_guard lock(mutex_);
  if (--running_ == 0) all_ended_.notify_all();
}

void Crew::keep_failure() {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
  fail();
}

}  // namespace fiveproof
