// fiveproof solve: prove a position, or close the gaps of a proof.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/input/position_input.hpp"
#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"

namespace CLI {
class App;
}

namespace fiveproof::cli {

struct SolveOptions {
  std::string rule;
  int size = 15;
  PositionInput position;
  std::string attacker;  ///< empty: the side to move
  std::string store;     ///< empty: a temporary one
  std::string output;
  std::string gaps;      ///< a gap list; needs `into`
  std::string into;      ///< the proof that has the gaps
  std::string disproof;  ///< what shows that the attacker does not win
  std::string import;    ///< a proof to seed the store with
  std::string log;
  std::vector<std::string> settings;  ///< NAME=VALUE (solve/search/settings.hpp)
  std::string status;                 ///< a store to report on, instead of solving
  std::string time;
  std::uint64_t nodes = 0;  ///< 0: no limit
  std::string memory = "4G";
  unsigned threads = 0;
  bool json = false;
  bool quiet = false;
  ProgressWanted progress = {};
};

int run_solve(const SolveOptions& options, const Streams& streams);
void setup_solve(CLI::App& app, const Streams& streams, int& exit_code);

}  // namespace fiveproof::cli
