#include "cli/interrupt.hpp"

#include <csignal>

namespace fiveproof::cli {

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing else");

void note_interrupt(int) { interrupted.store(true); }

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  static const bool installed = [] {
    struct sigaction action = {};
    action.sa_handler = note_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigemptyset(&action.sa_mask);
    return sigaction(SIGINT, &action, nullptr) == 0 && sigaction(SIGTERM, &action, nullptr) == 0;
  }();
  (void)installed;  // without handlers the signal ends the process, which decides nothing either
  return interrupted;
}

}  // namespace fiveproof::cli
