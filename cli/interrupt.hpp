// Ctrl-C, SIGTERM and SIGHUP.
//
// A thread of its own waits for them, so that what they do is not bound by what a signal handler may do. The
// first one ends the process at once, whatever it is doing: temporary files go, the exit code is 2. Work that
// looks at the flag and has something to tell at its end says so by a GracefulEnd: then the first one sets
// the flag. Several within a second are one, because terminals and job managers send more than one; a later
// one ends the process at once. A signal that is ignored when the program starts (nohup) stays ignored.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

namespace fiveproof::cli {

/// Call once, before any other thread begins.
void watch_for_interrupts();

/// Has there been one? The flag lives as long as the process.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

/// As long as it lives an interrupt only sets the flag. One at a time.
class GracefulEnd {
 public:
  /// With `patience`: what has not ended so long after the interrupt is ended at once.
  explicit GracefulEnd(std::optional<std::chrono::milliseconds> patience = std::nullopt);
  ~GracefulEnd();
  GracefulEnd(const GracefulEnd&) = delete;
  GracefulEnd& operator=(const GracefulEnd&) = delete;
};

/// Said when the process is ended at once: `answer` on stdout, `remark` on stderr. Empty: nothing.
void set_last_words(const std::string& answer, const std::string& remark);

}  // namespace fiveproof::cli
