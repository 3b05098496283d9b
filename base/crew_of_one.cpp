// The crew of a build without threads.
#include <system_error>

#include "base/crew.hpp"

namespace fiveproof {

std::thread start_thread(std::function<void()>) {
  throw std::system_error(std::make_error_code(std::errc::not_supported), "a thread cannot be started");
}

void Crew::run(unsigned, const std::function<void()>& work, const std::function<void()>& report) {
  report_ = report ? &report : nullptr;
  next_report_ = std::chrono::steady_clock::now() + between_reports;
  work_safely(work);
  report_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

/// Nobody else is there to report: it is done between two pieces of the work.
bool Crew::has_failed() const {
  if (report_ != nullptr && std::chrono::steady_clock::now() >= next_report_) {
    (*report_)();
    next_report_ = std::chrono::steady_clock::now() + between_reports;
  }
  return has_failed_.load(std::memory_order_relaxed);
}

void Crew::work_safely(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    keep_failure();
  }
}

void Crew::keep_failure() {
  failure_ = std::current_exception();
  fail();
}

}  // namespace fiveproof
