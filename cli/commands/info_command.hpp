// `fiveproof info FILE`: what a file claims and holds, without checking it.
#pragma once

#include "cli/input/proof_input.hpp"
#include "cli/outcome.hpp"

namespace fiveproof::cli {

struct InfoOptions {
  ProofInput input;
  bool json = false;
  bool quiet = false;
};

/// Adds the subcommand; when it is chosen, run_info sets `exit_code`.
void setup_info(CLI::App& app, const Streams& streams, int& exit_code);
[[nodiscard]] int run_info(const InfoOptions& options, const Streams& streams);

}  // namespace fiveproof::cli
