// `fiveproof convert IN OUT`: translate, and say what could not be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/input/proof_input.hpp"
#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"

namespace fiveproof::cli {

struct ConvertOptions {
  ProofInput input;
  std::string output;
  std::string to;
  std::optional<std::string> sub_tree;  ///< moves
  std::optional<std::size_t> depth;     ///< plies below a root
  bool expand_all = false;
  bool from_records = false;
  std::uint32_t effort = 0;  ///< of the search for plans, for a certificate
  bool smallest = false;
  bool strict = false;
  bool json = false;
  bool quiet = false;
  ProgressWanted progress = {};

  /// Is only a part of a proof wanted, or another tree than that which it was read from?
  [[nodiscard]] bool is_part() const { return sub_tree || depth || expand_all || from_records; }
};

/// Adds the subcommand; when it is chosen, run_convert sets `exit_code`.
void setup_convert(CLI::App& app, const Streams& streams, int& exit_code);
[[nodiscard]] int run_convert(const ConvertOptions& options, const Streams& streams);

}  // namespace fiveproof::cli
