// Time, all of it: what the manager allows, how long one move may take, and whether that is over.
//
// Nothing else in this room reads a clock. A loop that thinks asks its Thought every millisecond or so.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace fiveproof::engine {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// The limits of a match, as INFO tells them.
class TimeControl {
 public:
  /// Where nobody has named a limit.
  static constexpr milliseconds usual_turn{3000};
  /// What `time_left` is where a match has no limit.
  static constexpr std::int64_t unlimited = 2147483647;

  // Milliseconds, as they come: what is negative is nothing left. `turn` 0: as fast as possible; `match` 0: no limit.
  void set_turn(std::int64_t turn);
  void set_match(std::int64_t match);
  void set_left(std::int64_t left);

  /// How long the next move may take, a reserve for the way of the answer and for a busy machine taken off. Zero: at once.
  [[nodiscard]] milliseconds budget() const;

  /// A new game has begun: all of the match is left again.
  void begin_match();
  /// A move took so long.
  void spend(Clock::duration time);

 private:
  milliseconds turn_ = usual_turn;
  std::optional<milliseconds> match_;
  std::optional<milliseconds> left_;  ///< what is left of the match; nothing: no limit
};

/// One act of thinking: until when, and whether somebody has called it off.
class Thought {
 public:
  using Stopped = std::function<bool()>;
  /// `stopped` can be empty.
  explicit Thought(Clock::time_point deadline, Stopped stopped = {})
      : deadline_(deadline), stopped_(std::move(stopped)) {}

  [[nodiscard]] bool is_over() const { return left() <= Clock::duration::zero(); }
  /// Zero where it was called off.
  [[nodiscard]] Clock::duration left() const {
    if (stopped_ && stopped_()) return Clock::duration::zero();
    return deadline_ - Clock::now();
  }
  /// A part of this one, which ends when a share of what is left has passed.
  [[nodiscard]] Thought part(double share) const;
  /// How many units may be begun, of which so many are made in a millisecond on a slow machine; `most` at most.
  [[nodiscard]] std::uint32_t units(double per_millisecond, std::uint32_t most) const;

 private:
  Clock::time_point deadline_;
  Stopped stopped_;
};

}  // namespace fiveproof::engine
