// The subcommands, each in a file of its own: what they take, what they do, and their manual.
#pragma once

#include "cli/outcome.hpp"

namespace fiveproof::cli {

// Each adds its subcommand; when that is chosen, it runs and sets `exit_code` (when_chosen()).
void setup_verify(CLI::App& app, const Streams& streams, int& exit_code);
void setup_convert(CLI::App& app, const Streams& streams, int& exit_code);
void setup_info(CLI::App& app, const Streams& streams, int& exit_code);
void setup_merge(CLI::App& app, const Streams& streams, int& exit_code);  ///< and `trim`
void setup_threats(CLI::App& app, const Streams& streams, int& exit_code);
void setup_probe(CLI::App& app, const Streams& streams, int& exit_code);
void setup_blame(CLI::App& app, const Streams& streams, int& exit_code);
void setup_forbidden(CLI::App& app, const Streams& streams, int& exit_code);
void setup_play(CLI::App& app, const Streams& streams, int& exit_code);
void setup_page(CLI::App& app, const Streams& streams, int& exit_code);
void setup_solve(CLI::App& app, const Streams& streams, int& exit_code);
void setup_work(CLI::App& app, const Streams& streams, int& exit_code);

}  // namespace fiveproof::cli
