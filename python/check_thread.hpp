// A check in a thread of its own, so that the thread that asked for it can hear of Ctrl-C and tell how far it
// has come.
//
// Nothing here knows Python: no object of his is ever in another thread than that of the one who asked.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "python/open_proof.hpp"
#include "verify/outcome/verification.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::python {

class CheckThread {
 public:
  /// Begins to check a copy of the proof. `options` without on_progress and stop.
  CheckThread(ProofPointer proof, verify::Options options);
  /// Ends the check, if it is not over, and waits until it has.
  ~CheckThread();
  CheckThread(const CheckThread&) = delete;
  CheckThread& operator=(const CheckThread&) = delete;

  struct News {
    std::optional<verify::Progress> progress;  ///< the latest, if there is any that was not told
    bool is_over = false;
  };
  /// Waits for news, a moment at most.
  [[nodiscard]] News wait();
  /// What it came to; what it threw is thrown here. To be called once, when it is over.
  [[nodiscard]] Result<verify::Verification> result();

 private:
  static constexpr std::chrono::milliseconds moment{50};

  void work(verify::Options options);

  ProofPointer proof_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  ///< guards what follows while the thread runs
  std::condition_variable wake_;
  News news_;
  std::optional<Result<verify::Verification>> result_;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace fiveproof::python
