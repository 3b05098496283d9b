#include "engine/lines.hpp"

#include <utility>

#include "base/crew.hpp"
#include "engine/protocol.hpp"

namespace fiveproof::engine {

Lines::Lines(std::istream& input) : input_(input), reader_(start_thread([this] { read(); })) {}

Lines::~Lines() {
  {
    const std::lock_guard lock(mutex_);
    is_unwanted_ = true;
  }
  changed_.notify_all();
  reader_.join();
}

std::optional<Line> Lines::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !waiting_.empty() || is_at_end_; });
  if (waiting_.empty()) return std::nullopt;
  Line line = std::move(waiting_.front());
  waiting_.pop_front();
  lock.unlock();
  changed_.notify_all();
  return line;
}

bool Lines::is_incomplete() {
  const std::lock_guard lock(mutex_);
  return is_incomplete_;
}

void Lines::read() {
  std::uint64_t number = 0;
  bool is_end = false, is_cut_off = false;
  try {
    for (Line line; !is_end && read_line(line); line = {}) {
      line.number = ++number;
      line.came = Clock::now();
      const CommandKind kind = parse_line(line.text).kind;
      is_end = kind == CommandKind::end;
      if (is_end || kind == CommandKind::stop) last_stop_.store(number);
      hand_on(std::move(line));
    }
  } catch (const std::bad_alloc&) {
    is_cut_off = true;
  }
  const std::lock_guard lock(mutex_);
  is_at_end_ = true;
  is_incomplete_ = is_cut_off;
  changed_.notify_all();
}

/// Not std::getline, which takes as much memory as the line has bytes. Ends are LF, CR LF and CR; the empty
/// line between CR and LF means nothing.
bool Lines::read_line(Line& line) {
  std::streambuf& bytes = *input_.rdbuf();
  bool has_any = false;
  for (int c = bytes.sbumpc(); c != std::streambuf::traits_type::eof(); c = bytes.sbumpc()) {
    has_any = true;
    if (c == '\n' || c == '\r') return true;
    if (line.text.size() < longest_line)
      line.text.push_back(static_cast<char>(c));
    else
      line.is_cut = true;
  }
  return has_any;
}

void Lines::hand_on(Line line) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() < most_waiting || is_unwanted_; });
  if (is_unwanted_) return;
  waiting_.push_back(std::move(line));
  lock.unlock();
  changed_.notify_all();
}

}  // namespace fiveproof::engine
