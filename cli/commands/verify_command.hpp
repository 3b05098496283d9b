// `fiveproof verify FILE`: is the proof right?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/input/proof_input.hpp"
#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"

namespace fiveproof::cli {

struct VerifyOptions {
  ProofInput input;
  std::string expect;
  std::string gaps;  ///< file for the gap list
  std::optional<std::uint64_t> max_gaps = {};
  std::string report;  ///< file for the report
  std::string shard;
  std::string resume;                ///< file for the journal
  std::vector<std::string> combine;  ///< reports of shards
  bool trust_parts = false;          ///< a journal or reports may take the place of work
  std::uint32_t effort = 0;
  unsigned threads = 0;  ///< 0: as many as the machine has
  std::string trust = "dbsearch";
  bool quiet = false;
  ProgressWanted progress = {};
};

/// Adds the subcommand; when it is chosen, run_verify sets `exit_code`.
void setup_verify(CLI::App& app, const Streams& streams, int& exit_code);
[[nodiscard]] int run_verify(const VerifyOptions& options, const Streams& streams);

}  // namespace fiveproof::cli
