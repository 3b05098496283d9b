// What is wrong with the words of a command line, in the words that all other errors have.
#pragma once

#include <string>

#include "cli/outcome.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace fiveproof::cli {

/// Tells on `err` what the parser of options met: which command, what was expected, what was found, and where
/// help is. Returns exit_undecided.
int fail_parsing(const CLI::App& app, const CLI::ParseError& error, const Streams& streams);

}  // namespace fiveproof::cli
