// `fiveproof threats`: is there a winning threat sequence?
#pragma once

#include <cstdint>
#include <string>

#include "cli/input/position_input.hpp"
#include "cli/outcome.hpp"

namespace fiveproof::cli {

struct ThreatsOptions {
  std::string rule;
  int size = 15;
  PositionInput position;
  std::string attacker;  ///< empty: the side to move
  std::uint32_t effort = 0;
  int max_category = 2;
  bool no_global_refutation = false;
  bool no_category_reduction = false;
  bool no_restricted_threes = false;
  bool json = false;
  bool quiet = false;
};

/// Adds the subcommand; when it is chosen, run_threats sets `exit_code`.
void setup_threats(CLI::App& app, const Streams& streams, int& exit_code);
[[nodiscard]] int run_threats(const ThreatsOptions& options, const Streams& streams);

}  // namespace fiveproof::cli
