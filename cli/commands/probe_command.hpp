// `fiveproof probe PROOF`: what does the proof play in this position, and why?
#pragma once

#include <cstdint>

#include "cli/input/position_input.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/outcome.hpp"

namespace fiveproof::cli {

struct ProbeOptions {
  ProofInput input;
  PositionInput position;
  std::uint32_t effort = 0;
  bool json = false;
  bool quiet = false;
};

/// Adds the subcommand; when it is chosen, run_probe sets `exit_code`.
void setup_probe(CLI::App& app, const Streams& streams, int& exit_code);
[[nodiscard]] int run_probe(const ProbeOptions& options, const Streams& streams);

}  // namespace fiveproof::cli
