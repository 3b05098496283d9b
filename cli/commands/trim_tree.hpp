// trim of a tree of moves, or of a database, of which nothing is claimed: a part of it is written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/proof_input.hpp"
#include "cli/output/output_report.hpp"

namespace fiveproof::cli {

/// The words as given.
struct TrimTreeOptions {
  std::vector<std::string> sub_trees = {};  ///< moves
  std::optional<std::size_t> depth = {}, width = {};
  std::optional<std::string> only = {};  ///< a colour
  std::size_t after = 0;
  std::string list;  ///< a file; empty: none

  /// Is a tree meant, and not a proof?
  [[nodiscard]] bool is_given() const {
    return !sub_trees.empty() || depth || width || only || after > 0 || !list.empty();
  }
};

void add_trim_tree_options(CLI::App& app, TrimTreeOptions& options);

/// What is trimmed, and who is told.
struct TrimTreeRun {
  const TrimTreeOptions& options;
  const ProofInput& input;  ///< without its file
  std::string file, output;
  convert::Format format;  ///< of the output
  std::string prefer;      ///< empty: not given
  bool json, quiet;
  OutputReport& report;
};

/// Reads, cuts, writes and tells. `at` is the file that is being read, or else written.
[[nodiscard]] Result<ExitCode> trim_tree(const TrimTreeRun& run, const Streams& streams, std::string& at);

}  // namespace fiveproof::cli
