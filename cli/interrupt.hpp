// Ctrl-C, SIGTERM, SIGHUP, and a limit of processor time (SIGXCPU).
//
// A thread of its own waits for them, so that what they do is not bound by what a signal handler may do. The
// first one ends the process at once, whatever it is doing: temporary files go, the exit code is 2. Work that
// looks at the flag and has something to tell at its end says so by a GracefulEnd: then the first one sets
// the flag. Several within a second are one, because terminals and job managers send more than one; a later
// one ends the process at once. Once an output file has appeared, or the answer is being told, the first one
// does not end the process any more: it would leave a whole file with an exit code that says otherwise. A
// signal that is ignored when the program starts (nohup) stays ignored.
//
// SIGPIPE and SIGXFSZ are ignored: who writes is told by the write, and says so.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

namespace fiveproof::cli {

/// Call once, before any other thread begins. std::system_error: there is no thread to be had.
void watch_for_interrupts();

/// Has there been one? The flag lives as long as the process.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

/// A flag that is set by an interrupt, some hundredths of a second later, and when so many seconds from now
/// are over: for work that has to keep a limit of time wherever it looks whether to stop. It lives as long as
/// the process.
[[nodiscard]] const std::atomic<bool>& flag_set_after(double seconds);

/// As long as it lives an interrupt only sets the flag. One at a time.
class GracefulEnd {
 public:
  /// With `patience`: what has not ended so long after the interrupt is ended at once.
  explicit GracefulEnd(std::optional<std::chrono::milliseconds> patience = std::nullopt);
  ~GracefulEnd();
  GracefulEnd(const GracefulEnd&) = delete;
  GracefulEnd& operator=(const GracefulEnd&) = delete;
};

/// The answer is told from here on, which takes no time: the first interrupt changes nothing any more.
void come_to_end();

/// Said when the process is ended at once: `answer` on stdout, `remark` on stderr. Empty: nothing.
void set_last_words(const std::string& answer, const std::string& remark);

}  // namespace fiveproof::cli
