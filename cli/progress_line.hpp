// How far a long command has come, in one line.
#pragma once

#include <chrono>
#include <condition_variable>
#include <optional>
#include <ostream>
#include <string>
#include <thread>

#include "solve/jobs/foreman.hpp"
#include "verify/task/progress.hpp"

namespace CLI {
class App;
}

namespace fiveproof::cli {

/// "41 % of 5,612,020 replies, 1,204 gaps, 0:12, about 0:17 left".
[[nodiscard]] std::string progress_text(const verify::Progress& progress);

/// "3 jobs proved, 12 open (2 hard), ..., 0:12, about 0:17 left".
[[nodiscard]] std::string progress_text(const solve::WorkProgress& progress);

/// --progress and --no-progress; neither: when stderr is a terminal.
using ProgressWanted = std::optional<bool>;
void add_progress_options(CLI::App& sub, ProgressWanted& wanted);

/// Says on stderr how far a command has come, as long as it lives; one at a time. On a terminal that is a
/// line that is rewritten, never wider than the terminal, and removed at the end and before anything else is
/// said on stderr; elsewhere a plain line a minute. It tells of the phase that goes on, else what it was
/// told.
class ProgressLine {
 public:
  ProgressLine(std::string command, ProgressWanted wanted, bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(std::string text);

 private:
  [[nodiscard]] std::string text() const;
  void work();

  std::string command_;
  bool is_terminal_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::string text_;
  bool is_over_ = false;
  std::condition_variable wake_;
  std::thread thread_;  ///< none: nothing is shown
};

/// Is the answer itself written to the terminal on which progress would be shown?
[[nodiscard]] bool is_terminal_taken(const std::string& output);

/// What `stream` writes from now on goes beside the line: it is removed first.
void write_beside_progress(std::ostream& stream);
/// Removes the line, and lets nobody write another: the process must end now.
void end_progress_for_good() noexcept;

}  // namespace fiveproof::cli
