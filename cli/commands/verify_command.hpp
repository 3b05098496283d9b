// `fiveproof verify`: check a proof reply by reply, or a part of it, or what others say they have checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/input/proof_input.hpp"
#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::cli {

/// The words as given; empty or absent: not given.
struct VerifyOptions {
  ProofInput input;
  std::string expect;
  std::string gaps;  ///< file for the gap list
  std::optional<std::uint64_t> max_gaps = {};
  std::string report;  ///< file for the report
  std::string shard;
  std::string resume;                ///< file for the journal
  std::vector<std::string> combine;  ///< reports of shards
  std::string piece;                 ///< file for the plans
  std::vector<std::string> audit;    ///< pieces that have the plans
  bool strict = false;               ///< several moves at one position are a gap
  bool every_reply = false;          ///< no zones
  bool trust_parts = false;          ///< a journal or reports may take the place of work
  std::uint32_t effort = verify::default_effort;
  unsigned threads = 0;  ///< 0: as many as the machine has
  std::string trust = "dbsearch";
  bool quiet = false;
  ProgressWanted progress = {};
};

/// What the words ask of the verifier, but for a Certify's on_piece. ErrorCode::usage: they do not go
/// together.
[[nodiscard]] Result<verify::Options> verifier_options(const VerifyOptions& options);
/// Refuses to write over what is read, and two things to one place.
[[nodiscard]] Status check_targets(const VerifyOptions& options);

[[nodiscard]] Result<ExitCode> run_verify(const VerifyOptions& options, const Streams& streams);

}  // namespace fiveproof::cli
