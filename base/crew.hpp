// Threads that share one piece of work: those of a check, and those of the solver.
//
//     Crew crew;
//     crew.run(threads, [&] { while (!crew.has_failed() && take_some()) do_it(); }, [&] { tell_progress();
//     });
//
// What one of them throws ends the work of all and is thrown again by run(): a failure in a thread is never
// lost, and never ends the program without a word.
//
// A build without threads (FIVEPROOF_BARE) has base/crew_of_one.cpp in place of base/crew.cpp: the work is
// done by whoever calls run().
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace fiveproof {

/// A thread; std::system_error says in words that none could be started.
[[nodiscard]] std::thread start_thread(std::function<void()> work);

/// The threads of one run; each run has a crew of its own.
class Crew {
 public:
  /// Calls `work` once in each of so many threads and returns when all of them have ended. Then it throws
  /// what the first that failed has thrown, or std::system_error when there were no more threads to be had.
  /// While they work, this thread calls `report`, if there is one, about four times a second; what that
  /// throws ends the work, too. require: not called before.
  void run(unsigned threads, const std::function<void()>& work, const std::function<void()>& report);

  /// Whether something has failed: `work` has to ask now and then, and to return soon when it has. Where
  /// there are no threads it is then that `report` is called.
  [[nodiscard]] bool has_failed() const;
  /// Ends the work of all without an exception, for a caller who keeps the error himself.
  void fail() { has_failed_.store(true, std::memory_order_relaxed); }

 private:
  static constexpr std::chrono::milliseconds between_reports{250};

  void wait(const std::function<void()>& report);
  void work_safely(const std::function<void()>& work);
  void keep_failure();

  std::atomic<bool> has_failed_{false};
  std::mutex mutex_;  ///< guards all below while there are threads
  std::condition_variable all_ended_;
  unsigned running_ = 0;  ///< threads that have been started and have not ended
  std::exception_ptr failure_;
  // Of a crew of one; base/crew.cpp leaves them alone:
  [[maybe_unused]] const std::function<void()>* report_ = nullptr;
  [[maybe_unused]] mutable std::chrono::steady_clock::time_point next_report_{};
};

}  // namespace fiveproof
