#include "solve/store/fault_guard.hpp"

#include <lmdb.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <mutex>

namespace fiveproof::solve {
namespace {

/// As cli/outcome.hpp has it: no answer.
constexpr int exit_undecided = 2;

thread_local const char* store_in_use = nullptr;
struct sigaction before_bus, before_segv;

void say(const char* text) {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // there is nobody left to tell
}

[[noreturn]] void end(const char* name, const char* why) {
  say("fiveproof: ");
  say(name);
  say(why);
  ::_exit(exit_undecided);
}

// Nothing here but what a signal handler may do.
void on_fault(int number, siginfo_t*, void*) {
  if (store_in_use != nullptr)
    end(store_in_use, number == SIGBUS
                          ? ": cannot be read or written: its disk failed or is full, or the file was cut\n"
                          : ": damaged: LMDB fails on it; solve --repair saves what is whole\n");
  // It is none of ours: the instruction faults once more, and whoever was there before us gets it.
  ::sigaction(number, number == SIGBUS ? &before_bus : &before_segv, nullptr);
}

void on_assertion(MDB_env*, const char*) {
  end(store_in_use != nullptr ? store_in_use : "a store",
      ": damaged: LMDB fails on it; solve --repair saves what is whole\n");
}

void watch_for_faults() {
  struct sigaction action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, &before_bus);
  ::sigaction(SIGSEGV, &action, &before_segv);
}

}  // namespace

FaultGuard::FaultGuard(const char* name) : before_(store_in_use) {
  static std::once_flag once;
  std::call_once(once, watch_for_faults);
  store_in_use = name;
}

FaultGuard::~FaultGuard() { store_in_use = before_; }

void guard_assertions(MDB_env* env) { mdb_env_set_assert(env, on_assertion); }

}  // namespace fiveproof::solve
