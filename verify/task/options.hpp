// What a caller can ask of a check: the task, what counts as a gap, and what it may use meanwhile.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "verify/task/progress.hpp"
#include "verify/task/task.hpp"

namespace fiveproof::verify {

/// Attacker nodes per search. Goes into the verdict: another effort may answer other replies.
inline constexpr std::uint32_t default_effort = 1000;

struct Options {
  Task task = Check{};
  std::uint32_t effort = default_effort;
  unsigned threads = 0;  ///< 0: as many as the machine has
  /// A position with several records is a gap, `contradictory`; otherwise they are alternatives, one of which
  /// has to hold (verify/frame/alternatives.hpp).
  bool strict = false;

  /// Called about four times a second, and once at the end, from the thread that called check_proof.
  std::function<void(const Progress&)> on_progress = {};
  /// Called when the records are ready and the check begins. Until then nobody looks at `stop`.
  std::function<void()> on_start = {};
  /// When it becomes true after on_start the check ends within a moment, whatever it is at, and all verdicts
  /// are UNDECIDED; what the roots reach, and the list of gaps, are then as far as that moment allows.
  const std::atomic<bool>* stop = nullptr;

  /// Of this program: a journal or report of another version is refused.
  std::string program_version = {};
  /// Which build of it, without blanks: a journal of another one is refused.
  std::string program_build = {};

  /// For what does not stay in memory; empty: where the system has its temporary files.
  std::string temporary_folder = {};
  /// What sorting gaps may hold in memory, up to three times at once.
  std::size_t sorting_memory_bytes = std::size_t{8} << 20;
  /// For tests only: keys of the index are cut to these bits. The result must not depend on it.
  std::uint64_t key_mask = ~std::uint64_t{0};
};

}  // namespace fiveproof::verify
