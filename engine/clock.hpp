// Time, all of it: what the manager allows, how long one move may take, and whether that is over.
//
// A loop that thinks asks its Thought every millisecond or so; only when lines came and answers went is noted
// elsewhere.
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

  // Milliseconds, as they come: what is negative is nothing left. `turn` 0: as fast as possible; `match` 0:
  // no limit.
  void set_turn(std::int64_t turn);
  void set_match(std::int64_t match);
  void set_left(std::int64_t left);

  /// How long the next move may take, a reserve for the way of the answer and for a busy machine taken off.
  /// Zero: at once.
  [[nodiscard]] milliseconds budget() const;

  /// A new game has begun: all of the match is left again.
  void begin_match();
  /// An answer was so much later than its budget, as others had the machine. Budgets are shorter for a while.
  void note_lateness(Clock::duration late);
  /// A move took so long.
  void spend(Clock::duration time);

 private:
  milliseconds turn_ = usual_turn;
  std::optional<milliseconds> match_;
  std::optional<milliseconds> left_;  ///< what is left of the match; nothing: no limit
  milliseconds lateness_{0};          ///< the worst of the last answers, less with each
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

 private:
  Clock::time_point deadline_;
  Stopped stopped_;
};

/// Asks `search(limit)` with larger and larger limits of nodes, up to `most`, as a search cannot be stopped:
/// on a machine of which others have their share nobody knows how long one takes. It ends where one has an
/// answer, or would take longer than there is time, by what the last one took. `search` returns what has
/// `win` and `cut_short`; without time it is not asked.
template <class Search>
auto with_growing_limit(const Thought& thought, std::uint32_t most, const Search& search)
    -> decltype(search(most)) {
  constexpr std::uint32_t first = 200, growth = 4;
  // Nodes of a large search are not dearer than those of a small one, but the machine may be busier by then.
  constexpr int margin = 2;
  decltype(search(most)) result{};
  if (thought.is_over()) return result;
  for (std::uint32_t limit = most < first ? most : first;;) {
    const Clock::time_point began = Clock::now();
    result = search(limit);
    if (result.win || !result.cut_short || limit >= most) return result;
    const Clock::duration took = Clock::now() - began;
    const std::uint32_t next = limit > most / growth ? most : limit * growth;
    if (took * (margin * (next / limit + 1)) > thought.left()) return result;
    limit = next;
  }
}

}  // namespace fiveproof::engine
