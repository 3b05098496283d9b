// What every subcommand shares: streams, exit codes, and how an error is told.
//
// The answer goes to `out`, everything else to `err`. Only acceptance is 0.
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "base/error.hpp"

namespace CLI {
class App;
}

namespace fiveproof::cli {

enum ExitCode : int {
  exit_yes = 0,        ///< proved, done, won, found
  exit_no = 1,         ///< the input could be read and the answer is no
  exit_undecided = 2,  ///< usage, input or output errors, limits, interrupts
};

struct Streams {
  std::ostream& out;
  std::ostream& err;
};

/// The error of wrong options; `file`: of a file that does not go with them.
[[nodiscard]] Error usage_error(std::string message, std::string file = {});

/// When the command is chosen, `run` runs and gives the exit code. An error is told on `err`, `fiveproof
/// COMMAND: FILE: byte N: MESSAGE`, and the exit code is exit_undecided. require: `exit_code` and the streams
/// outlive the command.
void when_chosen(CLI::App& command, const Streams& streams, int& exit_code,
                 std::function<Result<ExitCode>()> run);

}  // namespace fiveproof::cli
