// What every subcommand shares: streams, exit codes, and how an error is told.
//
// The answer goes to `out`, everything else to `err`. Only acceptance is 0.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "base/error.hpp"

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

/// `fiveproof COMMAND: FILE: byte N: MESSAGE`, on `err`; returns exit_undecided.
int fail(const Streams& streams, std::string_view command, const Error& error);
/// The same for a wrong option.
int fail_usage(const Streams& streams, std::string_view command, const std::string& message);

}  // namespace fiveproof::cli
