// `fiveproof merge A B... -o C` and `fiveproof trim A -o B`: proofs made one, and one made small.
#pragma once

#include <string>
#include <vector>

#include "cli/input/proof_input.hpp"
#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"

namespace fiveproof::cli {

struct MergeOptions {
  std::vector<std::string> files;
  ProofInput input;  ///< what is said of each file
  std::string output;
  std::string to;
  bool smallest = false;
  std::string prefer = "first";
  bool strict = false;  ///< merge: two moves at one position are a loss
  bool json = false;
  bool quiet = false;
  ProgressWanted progress = {};
};

/// Adds both subcommands; when one is chosen, `exit_code` is set.
void setup_merge(CLI::App& app, const Streams& streams, int& exit_code);
[[nodiscard]] int run_merge(const MergeOptions& options, const Streams& streams);
[[nodiscard]] int run_trim(const MergeOptions& options, const Streams& streams);

}  // namespace fiveproof::cli
