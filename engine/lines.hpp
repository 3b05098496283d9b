// The lines that the manager sends, read by a thread of their own, so that a stop is heard while somebody
// thinks.
//
// Lines are handed on in order, cut at longest_line bytes. Not more than `most_waiting` of them wait: who
// sends without end fills his pipe and not our memory. After the line END nothing is read.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <istream>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/clock.hpp"

namespace fiveproof::engine {

struct Line {
  std::string text;
  bool is_cut = false;          ///< it was longer
  std::uint64_t number = 0;     ///< from 1
  Clock::time_point came = {};  ///< when it had been read
};

class Lines {
 public:
  static constexpr std::size_t most_waiting = 2048;

  /// require: `input` outlives it and is read by nobody else. The destructor waits until END or the end of
  /// the input has been read.
  explicit Lines(std::istream& input);
  ~Lines();
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  /// The next line; nothing after the last one. It waits until there is one.
  [[nodiscard]] std::optional<Line> next();
  /// After the last one: was there not enough memory to read on?
  [[nodiscard]] bool is_incomplete();
  /// Has a command to stop, or END, come after the line of that number? To be asked often: it takes no lock.
  [[nodiscard]] bool is_stopped(std::uint64_t number) const { return last_stop_.load() > number; }

 private:
  void read();
  [[nodiscard]] bool read_line(Line& line);
  void hand_on(Line line);

  std::istream& input_;
  std::atomic<std::uint64_t> last_stop_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> waiting_;
  bool is_at_end_ = false;
  bool is_incomplete_ = false;
  bool is_unwanted_ = false;  ///< nobody asks for lines any more: they are read and dropped
  std::thread reader_;        ///< the last member: it begins when the others are there
};

}  // namespace fiveproof::engine
