// Work of C++ in a thread of its own, so that the thread that asked for it can hear of Ctrl-C and tell how
// far it has come.
//
// Nothing in that thread knows Python: no object of his is ever in another thread than that of the one who
// asked.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/crew.hpp"
#include "base/error.hpp"
#include "python/without_gil.hpp"

namespace fiveproof::python {

template <class Progress, class Answer>
class WorkThread {
 public:
  using Tell = std::function<void(const Progress&)>;
  /// Ends soon after `stop` is true, and calls `tell` now and then.
  using Work = std::function<Result<Answer>(const Tell& tell, std::atomic<bool>& stop)>;

  explicit WorkThread(Work work) : thread_(start_thread([this, work = std::move(work)] { run(work); })) {}
  /// Ends the work, if it is not over, and waits until it has.
  ~WorkThread() {
    stop();
    if (thread_.joinable()) thread_.join();
  }
  WorkThread(const WorkThread&) = delete;
  WorkThread& operator=(const WorkThread&) = delete;

  void stop() { stop_ = true; }

  struct News {
    std::optional<Progress> progress;  ///< the latest, if there is any that was not told
    bool is_over = false;
  };
  /// Waits for news, a moment at most.
  [[nodiscard]] News wait() {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, moment, [this] { return news_.progress || news_.is_over; });
    return {std::exchange(news_.progress, std::nullopt), news_.is_over};
  }
  /// What it came to; what it threw is thrown here. To be called once, when it is over.
  [[nodiscard]] Result<Answer> result() {
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return std::move(*result_);
  }

 private:
  static constexpr std::chrono::milliseconds moment{50};

  void run(const Work& work) {
    const Tell tell = [this](const Progress& progress) {
      const std::lock_guard lock(mutex_);
      news_.progress = progress;
      wake_.notify_one();
    };
    std::optional<Result<Answer>> result;
    std::exception_ptr failure;
    try {
      result.emplace(work(tell, stop_));
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    result_ = std::move(result);
    failure_ = failure;
    news_.is_over = true;
    wake_.notify_one();
  }

  std::atomic<bool> stop_{false};
  std::mutex mutex_;  ///< guards what follows while the thread runs
  std::condition_variable wake_;
  News news_;
  std::optional<Result<Answer>> result_;
  std::exception_ptr failure_;
  std::thread thread_;
};

/// Does it, and tells `progress`, unless it is None, how far it has come. The GIL is held when this is called
/// and when it calls; between that it is let go. What `progress` raises, or Ctrl-C, ends the work and is
/// raised. After `seconds` it is stopped.
template <class Progress, class Answer>
[[nodiscard]] Result<Answer> work_in_thread(typename WorkThread<Progress, Answer>::Work work,
                                            const pybind11::object& progress,
                                            std::optional<double> seconds = {}) {
  const auto began = std::chrono::steady_clock::now();
  // In this order: the thread is waited for without the GIL, whatever is thrown.
  const WithoutGil released;
  WorkThread<Progress, Answer> thread(std::move(work));
  for (bool is_over = false; !is_over;) {
    const auto news = thread.wait();
    is_over = news.is_over;
    if (seconds && std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() > *seconds)
      thread.stop();
    const pybind11::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
    raise_at_end();
    if (news.progress && !progress.is_none()) progress(*news.progress);
  }
  return thread.result();
}

}  // namespace fiveproof::python
