#include "engine/clock.hpp"

#include <algorithm>

namespace fiveproof::engine {
namespace {

/// Numbers from outside may be of any size; sums of them must not overflow. It is twelve days.
constexpr std::int64_t longest = 1'000'000'000;

milliseconds within_reason(std::int64_t time) {
  return milliseconds(std::clamp(time, std::int64_t{0}, longest));
}

/// What is not spent: a quarter, as whoever thinks may look at his clock late, by what a busy machine takes
/// from him, and some milliseconds in any case for two processes that have to be woken. It costs hardly a ply
/// of depth; a loss on time costs all.
milliseconds reserve_of(milliseconds time) {
  return std::clamp(time / 4, milliseconds(50), milliseconds(800));
}

/// A game has rarely more moves of ours to come than that, and a part of what is left is never all of it.
constexpr int moves_to_come = 14;

}  // namespace

void TimeControl::set_turn(std::int64_t turn) { turn_ = within_reason(turn); }

void TimeControl::set_match(std::int64_t match) {
  match_ = match == 0 ? std::nullopt : std::optional(within_reason(match));
  left_ = match_;
}

void TimeControl::set_left(std::int64_t left) {
  left_ = left >= unlimited ? std::nullopt : std::optional(within_reason(left));
}

milliseconds TimeControl::budget() const {
  const auto usable = [](milliseconds time) { return std::max(time - reserve_of(time), milliseconds(0)); };
  const milliseconds turn = usable(turn_);
  const milliseconds share = left_ ? std::min(turn, usable(*left_) / moves_to_come) : turn;
  // Twice what was late, as the next time may be worse; but not so much that nothing is thought any more.
  return std::max(share - 2 * lateness_, share / 8);
}

void TimeControl::note_lateness(Clock::duration late) {
  const auto now = std::max(std::chrono::duration_cast<milliseconds>(late), milliseconds(0));
  lateness_ = std::max(now, lateness_ * 3 / 4);
}

void TimeControl::begin_match() { left_ = match_; }

void TimeControl::spend(Clock::duration time) {
  if (left_)
    left_ =
        std::max(*left_ - std::chrono::duration_cast<milliseconds>(time) - milliseconds(1), milliseconds(0));
}

Thought Thought::part(double share) const {
  const auto length = std::chrono::duration<double>(left()) * share;
  return Thought(Clock::now() + std::chrono::duration_cast<Clock::duration>(length), stopped_);
}

}  // namespace fiveproof::engine
