#include "base/phase.hpp"

#include <mutex>
#include <utility>

#include "base/never_destroyed.hpp"

namespace fiveproof {
namespace {

struct Current {
  std::mutex mutex;
  Phase* phase = nullptr;
};

// Who shows it may outlast main().
Current& current() {
  static NeverDestroyed<Current> one;
  return *one;
}

}  // namespace

Phase::Phase(const char* name, std::uint64_t total) : name_(name), total_(total) {
  const std::lock_guard lock(current().mutex);
  around_ = std::exchange(current().phase, this);
}

Phase::~Phase() {
  const std::lock_guard lock(current().mutex);
  // Pieces of work that go on side by side, as in a program in Python, do not end in the order in which they
  // began.
  Phase** place = &current().phase;
  while (*place != this) place = &(*place)->around_;
  *place = around_;
}

Phase::State Phase::state() const {
  return {name_, done_.load(std::memory_order_relaxed), total_,
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count()};
}

std::optional<Phase::State> current_phase() {
  const std::lock_guard lock(current().mutex);
  if (current().phase == nullptr) return std::nullopt;
  return current().phase->state();
}

}  // namespace fiveproof
