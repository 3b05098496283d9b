#include "cli/outcome.hpp"

#include <CLI/CLI.hpp>
#include <utility>

namespace fiveproof::cli {

Error usage_error(std::string message, std::string file) {
  return {ErrorCode::usage, std::move(message), std::move(file), {}};
}

void when_chosen(CLI::App& command, const Streams& streams, int& exit_code,
                 std::function<Result<ExitCode>()> run) {
  command.callback([name = command.get_name(), &streams, &exit_code, run = std::move(run)] {
    const auto outcome = run();
    exit_code = outcome.ok() ? outcome.value() : exit_undecided;
    if (outcome.ok()) return;
    // Put together first: without memory for it nothing of it is said. The stream may have failed before.
    const std::string text = "fiveproof " + name + ": " + outcome.error().text() + "\n";
    streams.err.clear();
    streams.err << text;
  });
}

}  // namespace fiveproof::cli
