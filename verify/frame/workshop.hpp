// The workshop does the check itself: it hands out portions of nodes to threads.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>

#include "base/crew.hpp"
#include "verify/check/portion.hpp"
#include "verify/frame/check_state.hpp"
#include "verify/parts/journal.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::verify {

class Workshop {
 public:
  using Clock = std::chrono::steady_clock;

  /// require: all three outlive the workshop. `start` may be moved on between two runs.
  Workshop(CheckState& state, const Options& options, const Clock::time_point& start);

  /// Takes over what the journal has and writes later portions to it. It is an error when the journal has an
  /// entry that no check can have written.
  Status take_over(Journal journal);
  /// Checks until nothing is left or `stop` is set, and throws what a thread threw. Called again it goes on,
  /// unless it has failed.
  Status run(unsigned threads);
  /// Brings in what is known of portions that were begun and not finished, when run() is not to come again.
  Status lay_down();

  [[nodiscard]] bool is_complete() const { return positions_done_ == plan_.total(); }
  /// The percentage of replies that have been looked at, rounded down, and below 100 while something is
  /// missing.
  [[nodiscard]] int percent_done() const;
  /// The number of nodes whose outcome came from the journal.
  [[nodiscard]] std::uint64_t resumed() const { return resumed_; }
  [[nodiscard]] const WorkPlan& plan() const { return plan_; }

 private:
  [[nodiscard]] bool is_stopped() const;
  [[nodiscard]] Progress progress() const;
  [[nodiscard]] std::uint64_t promised_replies(NodeId node) const;
  [[nodiscard]] bool is_credible(const Portion& portion) const;
  std::optional<Portion> next_portion();
  void check_portion(NodeChecker& checker, Portion& portion);
  Status take_in(Portion portion);
  Status deposit(const Portion& portion);
  Status hand_on_plans(Portion portion);
  void keep_refusal(const Refused& refused);
  void work();

  CheckState& state_;
  const Options& options_;
  const Certify* certify_;  ///< the task, if plans are to be handed on
  const Clock::time_point& start_;
  WorkPlan plan_;
  std::optional<Journal> journal_;
  std::vector<bool> is_done_;  ///< portions that the journal had; empty: none
  std::uint64_t resumed_ = 0;
  std::uint64_t replies_total_ = 0;

  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> positions_done_{0};
  std::atomic<std::uint64_t> replies_done_{0};
  std::atomic<std::uint64_t> gaps_{0};
  std::optional<Crew> crew_;    ///< that of the run
  std::mutex mutex_;            ///< guards all below, the journal, and the tallies and gaps of the state
  std::vector<Portion> begun_;  ///< when a run was stopped: portions of which only the first nodes are done
  std::optional<Error> error_;
  NodeId refused_ = 0;                          ///< where error_ is the refusal of what a node was handed
  std::map<std::uint64_t, std::string> plans_;  ///< by portion: those that came before their turn
  std::uint64_t next_plans_ = 0;                ///< portion whose turn it is
};

}  // namespace fiveproof::verify
