#include "python/check_thread.hpp"

#include <utility>

#include "base/crew.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::python {

CheckThread::CheckThread(ProofPointer proof, verify::Options options)
    : proof_(std::move(proof)),
      thread_(start_thread([this, options = std::move(options)] { work(options); })) {}

CheckThread::~CheckThread() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void CheckThread::work(verify::Options options) {
  options.stop = &stop_;
  options.on_progress = [this](const verify::Progress& progress) {
    const std::lock_guard lock(mutex_);
    news_.progress = progress;
    wake_.notify_one();
  };
  std::optional<Result<verify::Verification>> result;
  std::exception_ptr failure;
  try {
    result.emplace(verify::check_proof(proof_->proof(), options));
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  result_ = std::move(result);
  failure_ = failure;
  news_.is_over = true;
  wake_.notify_one();
}

CheckThread::News CheckThread::wait() {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, moment, [this] { return news_.progress || news_.is_over; });
  return {std::exchange(news_.progress, std::nullopt), news_.is_over};
}

Result<verify::Verification> CheckThread::result() {
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return std::move(*result_);
}

}  // namespace fiveproof::python
