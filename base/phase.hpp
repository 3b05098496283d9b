// What a long piece of work is doing and how far it has come, for whoever shows it to people.
//
//     Phase phase("linking", records.count());
//     for (std::size_t i = 0; ...) phase.reach(i);
//     // elsewhere, on any thread:
//     if (const auto now = current_phase()) show(now->name, now->done, now->total, now->seconds);
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace fiveproof {

/// One goes on at a time in a process: a phase begun within another one stands for it until it ends. Begun
/// and ended on any thread, but not by two at once.
class Phase {
 public:
  /// `name`: a literal. `total` 0: not known.
  explicit Phase(const char* name, std::uint64_t total);
  ~Phase();
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

  /// From any thread.
  void advance(std::uint64_t steps = 1) { done_.fetch_add(steps, std::memory_order_relaxed); }

  /// The same for one thread that counts itself, at no cost.
  void reach(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }

  struct State {
    const char* name;
    std::uint64_t done, total;
    double seconds;  ///< since it began
  };
  [[nodiscard]] State state() const;

 private:
  const char* name_;
  std::uint64_t total_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> done_{0};
  Phase* around_ = nullptr;
};

/// That which goes on now.
[[nodiscard]] std::optional<Phase::State> current_phase();

}  // namespace fiveproof
