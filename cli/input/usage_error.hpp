// What is wrong with the words of a command line, in the words that all other errors have.
#pragma once

#include "cli/outcome.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace fiveproof::cli {

/// Tells on `err` what the parser of options met: which command, what was expected, what was found, and where
/// help is. Returns exit_undecided.
ExitCode fail_parsing(const CLI::App& app, const CLI::ParseError& error, const Streams& streams);

/// From now on an empty value is a usage error for every option and positional of `sub` that takes one, but
/// for
/// --root, whose empty value is the empty board. An empty value is most often a variable of a script that was
/// not set. Call it after the last option was added.
void refuse_empty_values(CLI::App& sub);

}  // namespace fiveproof::cli
