// One line on a terminal that says how far a check has come.
#pragma once

#include <ostream>
#include <string>

#include "solve/jobs/foreman.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::cli {

/// "0:12, about 0:17 left" for a part, 0 to 1, that took so many seconds.
[[nodiscard]] std::string time_text(double part, double seconds);

/// "41 % of 5,612,020 replies, 1,204 gaps, 0:12, about 0:17 left".
[[nodiscard]] std::string progress_text(const verify::Progress& progress);

/// "3 jobs proved, 12 open (2 hard), ..., 0:12, about 0:17 left".
[[nodiscard]] std::string progress_text(const solve::WorkProgress& progress);

/// Rewrites its line at each show() and removes it at the end.
class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& err) : err_(err) {}
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const std::string& text);

 private:
  std::ostream& err_;
  bool shown_ = false;
};

}  // namespace fiveproof::cli
