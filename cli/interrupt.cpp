#include "cli/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <string_view>
#include <thread>

#include "base/crew.hpp"
#include "base/files/temporary_name.hpp"
#include "base/never_destroyed.hpp"
#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"

namespace fiveproof::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Closer together they are one.
constexpr auto one_signal = std::chrono::seconds(1);

/// So soon a flag of flag_set_after() sees an interrupt.
constexpr auto between_looks = std::chrono::milliseconds(20);

std::atomic<bool> interrupted{false};

struct State {
  std::mutex mutex;
  bool is_graceful = false;
  std::optional<std::chrono::milliseconds> patience;
  bool is_over = false;  ///< whether the answer is told, or being told
  std::optional<Clock::time_point> first;
  std::string answer;
  std::optional<std::string> remark;
};

// The thread outlasts main().
State& state() {
  static NeverDestroyed<State> one;
  return *one;
}

void say(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(descriptor, text.data(), text.size());
    if (wrote <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

/// Temporary names are gone.
[[noreturn]] void end_now(const State& now) {
  interrupted.store(true);
  end_progress_for_good();
  say(STDERR_FILENO, now.remark ? std::string_view(*now.remark) : "fiveproof: interrupted\n");
  say(STDOUT_FILENO, now.answer);
  ::_exit(exit_undecided);
}

[[noreturn]] void end_at_once(const State& now) {
  remove_temporary_names_for_good();
  end_now(now);
}

/// When it is too late for a graceful end.
std::optional<Clock::time_point> deadline() {
  const std::lock_guard lock(state().mutex);
  if (!state().first || !state().is_graceful || !state().patience) return std::nullopt;
  return *state().first + *state().patience;
}

void take_signal() {
  const std::lock_guard lock(state().mutex);
  const auto now = Clock::now();
  if (state().first) {
    if (now - *state().first > one_signal) end_at_once(state());
    return;
  }
  state().first = now;
  // A command whose file is there already has done what it was asked to: it may say so.
  if (!state().is_graceful && !state().is_over && remove_temporary_names_unless_kept()) end_now(state());
  interrupted.store(true);
}

void wait_for(sigset_t signals) {
  for (;;) {
    int number = 0;
    const auto until = deadline();
    if (!until) {
      if (::sigwait(&signals, &number) == 0) take_signal();
      continue;
    }
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(*until - Clock::now()).count();
    if (left <= 0) {
      const std::lock_guard lock(state().mutex);
      // Perhaps it has ended in the meantime.
      if (state().is_graceful && state().patience) end_at_once(state());
      continue;
    }
    const timespec wait{0, static_cast<long>(std::min<long long>(left, 999'999'999))};
    if (::sigtimedwait(&signals, nullptr, &wait) > 0) take_signal();
  }
}

}  // namespace

void watch_for_interrupts() {
  // What cannot be written is an error of the write, EPIPE or EFBIG, like all others.
  for (const int number : {SIGPIPE, SIGXFSZ}) (void)::signal(number, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  bool is_any = false;
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    struct sigaction before = {};
    if (sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    sigaddset(&signals, number);
    is_any = true;
  }
  if (!is_any || pthread_sigmask(SIG_BLOCK, &signals, nullptr) != 0) return;
  (void)state();
  start_thread([signals] { wait_for(signals); }).detach();
}

const std::atomic<bool>& interrupt_flag() { return interrupted; }

const std::atomic<bool>& flag_set_after(double seconds) {
  constexpr double for_ever = 1e9;
  if (!(seconds < for_ever)) return interrupted;
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  // As long as the process: the thread outlasts main().
  auto& flag = **new NeverDestroyed<std::atomic<bool>>(false);
  start_thread([&flag, end] {
    while (!interrupted && Clock::now() < end)
      std::this_thread::sleep_until(std::min(end, Clock::now() + between_looks));
    flag = true;
  }).detach();
  return flag;
}

GracefulEnd::GracefulEnd(std::optional<std::chrono::milliseconds> patience) {
  const std::lock_guard lock(state().mutex);
  state().is_graceful = true;
  state().patience = patience;
}

GracefulEnd::~GracefulEnd() {
  const std::lock_guard lock(state().mutex);
  state().is_graceful = false;
}

void come_to_end() {
  const std::lock_guard lock(state().mutex);
  state().is_over = true;
  state().answer.clear();  // another one is told
  state().remark.reset();
}

void set_last_words(const std::string& answer, const std::string& remark) {
  const std::lock_guard lock(state().mutex);
  state().answer = answer;
  state().remark = remark;
}

}  // namespace fiveproof::cli
