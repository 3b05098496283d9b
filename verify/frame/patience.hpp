// When an interrupted check has to be at an end, with whatever it has by then.
//
// What comes after the check of the nodes (walks, counts, lists) can take long at a large proof. Where it is
// interrupted, or follows an interrupt, each step is given a short time for as much as can be had.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

namespace fiveproof::verify {

/// For one step, and one thread.
class Patience {
 public:
  /// `stop`: null: nobody interrupts. require: it outlives this.
  Patience(const std::atomic<bool>* stop, std::chrono::milliseconds after_interrupt)
      : stop_(stop), after_interrupt_(after_interrupt) {}

  [[nodiscard]] bool is_interrupted() const {
    return stop_ != nullptr && stop_->load(std::memory_order_relaxed);
  }
  /// Cheap as long as there was no interrupt.
  [[nodiscard]] bool is_over() {
    if (!is_interrupted()) return false;
    const auto now = std::chrono::steady_clock::now();
    until_ = std::min(until_, now + after_interrupt_);  // of the first time that it is asked
    return now >= until_;
  }

 private:
  const std::atomic<bool>* stop_;
  std::chrono::milliseconds after_interrupt_;
  std::chrono::steady_clock::time_point until_ = std::chrono::steady_clock::time_point::max();
};

}  // namespace fiveproof::verify
