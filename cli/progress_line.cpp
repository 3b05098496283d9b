#include "cli/progress_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>
#include <streambuf>
#include <utility>

#include "base/crew.hpp"
#include "base/files/atomic_file.hpp"
#include "base/never_destroyed.hpp"
#include "base/phase.hpp"
#include "verify/outcome/verdict.hpp"

namespace fiveproof::cli {

namespace {

std::string minutes_and_seconds(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  const std::string rest = std::to_string(whole % 60);
  return std::to_string(whole / 60) + ':' + (rest.size() < 2 ? "0" : "") + rest;
}

/// "0:12, about 0:17 left" for a part, 0 to 1, that took so many seconds. What comes first may be ten times
/// as dear as the rest, or as cheap: in the first minute a guess needs five per cent (docs/notebook).
std::string time_text(double part, double seconds) {
  std::string text = minutes_and_seconds(seconds);
  if (part <= 0.001 || part >= 1 || (part < 0.05 && seconds < 60)) return text;
  return text + ", about " + minutes_and_seconds(seconds * (1 - part) / part) + " left";
}

/// "linking: 41 % of 5,612,020, 0:12, about 0:17 left".
std::string phase_text(const Phase::State& phase) {
  const std::string name = std::string(phase.name) + ": ";
  if (phase.total == 0)
    return name + verify::with_separators(phase.done) + ", " + time_text(0, phase.seconds);
  const double part = std::min(1.0, static_cast<double>(phase.done) / static_cast<double>(phase.total));
  return name + std::to_string(static_cast<int>(part * 100)) + " % of " +
         verify::with_separators(phase.total) + ", " + time_text(part, phase.seconds);
}

}  // namespace

std::string progress_text(const verify::Progress& progress) {
  const double part = progress.replies_total == 0 ? 1.0
                                                  : static_cast<double>(progress.replies_done) /
                                                        static_cast<double>(progress.replies_total);
  return std::to_string(static_cast<int>(part * 100)) + " % of " +
         verify::with_separators(progress.replies_total) + " replies, " +
         verify::with_separators(progress.gaps) + " gaps, " + time_text(part, progress.seconds);
}

std::string progress_text(const solve::WorkProgress& p) {
  using verify::with_separators;
  const double rate = p.seconds > 0 ? static_cast<double>(p.searches) / p.seconds : 0;
  const double expected = static_cast<double>(p.searches) + p.cost;
  const double part =
      expected > 0 && p.cost < solve::JobTree::hopeless / 2 ? static_cast<double>(p.searches) / expected : 0;
  return with_separators(p.jobs.proved) + " jobs proved, " + with_separators(p.jobs.open) + " open (" +
         with_separators(p.jobs.hard) + " hard), " + with_separators(p.answers) + " answers, " +
         with_separators(static_cast<std::uint64_t>(rate)) + " searches/s, store " +
         with_separators(p.store_bytes >> 20) + " MiB, " + time_text(part, p.seconds);
}

void add_progress_options(CLI::App& sub, ProgressWanted& wanted) {
  sub.add_flag_callback(
      "--progress", [&wanted] { wanted = true; },
      "Report progress; once a minute where stderr is not a terminal");
  sub.add_flag_callback(
      "--no-progress", [&wanted] { wanted = false; }, "Report no progress (default: only on a terminal)");
}

namespace {

using namespace std::chrono_literals;

constexpr const char* erase = "\r\x1b[K";

/// What is on the terminal, and who may write there.
struct Line {
  std::mutex mutex;
  bool is_shown = false;
};
Line& line() {
  static NeverDestroyed<Line> one;  // see cli/interrupt.cpp
  return *one;
}

void write_out(std::string_view text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }
/// With the mutex held.
void remove_line() {
  if (std::exchange(line().is_shown, false)) write_out(erase);
}

/// Of the terminal; some terminals go to the next line when the last column is written to.
std::size_t columns() {
  winsize size = {};
  std::size_t count = 80;
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) count = size.ws_col;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets the environment
  else if (const char* named = std::getenv("COLUMNS"); named != nullptr && std::atoi(named) > 0)
    count = static_cast<std::size_t>(std::atoi(named));
  return count - 1;
}

class BesideLine final : public std::streambuf {
 public:
  explicit BesideLine(std::streambuf* to) : to_(to) {}

 protected:
  int overflow(int c) override {
    if (c == traits_type::eof()) return traits_type::not_eof(c);
    const std::lock_guard lock(line().mutex);
    remove_line();
    return to_->sputc(static_cast<char>(c));
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    const std::lock_guard lock(line().mutex);
    remove_line();
    return to_->sputn(text, count);
  }
  int sync() override { return to_->pubsync(); }

 private:
  std::streambuf* to_;
};

}  // namespace

ProgressLine::ProgressLine(std::string command, ProgressWanted wanted, bool quiet)
    : command_(std::move(command)), is_terminal_(::isatty(STDERR_FILENO) != 0) {
  if (!quiet && wanted.value_or(is_terminal_)) thread_ = start_thread([this] { work(); });
}

ProgressLine::~ProgressLine() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(line().mutex);
    is_over_ = true;
    remove_line();
  }
  wake_.notify_all();
  thread_.join();
}

void ProgressLine::show(std::string text) {
  const std::lock_guard lock(line().mutex);
  text_ = std::move(text);
}

std::string ProgressLine::text() const {
  if (const auto phase = current_phase()) return phase_text(*phase);
  if (!text_.empty()) return text_;
  return time_text(0, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
}

void ProgressLine::work() {
  std::unique_lock lock(line().mutex);
  std::chrono::milliseconds wait = is_terminal_ ? 250ms : 1000ms;
  while (!wake_.wait_for(lock, wait, [this] { return is_over_; })) {
    try {
      if (is_terminal_) {
        write_out(erase + text().substr(0, columns()));
        line().is_shown = true;
      } else {
        write_out("fiveproof " + command_ + ": " + text() + "\n");
        wait = 60s;
      }
    } catch (const std::bad_alloc&) {  // the command goes on without; if it cannot, it says so
    }
  }
}

bool is_terminal_taken(const std::string& output) {
  return is_standard_output(output) && ::isatty(STDOUT_FILENO) != 0;
}

void write_beside_progress(std::ostream& stream) {
  static NeverDestroyed<BesideLine> beside(stream.rdbuf());
  stream.rdbuf(&*beside);
}

void end_progress_for_good() noexcept {
  line().mutex.lock();  // and never unlocked
  remove_line();
}

}  // namespace fiveproof::cli
