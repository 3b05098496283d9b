// `fiveproof solve`: prove a position, close the gaps of a proof, or say what a store has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/input/position_input.hpp"
#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"

namespace fiveproof::cli {

struct SolveOptions {
  GameInput game;
  std::string store;   ///< empty: a temporary one
  std::string queue;   ///< a database: jobs are done by workers elsewhere (remote/)
  unsigned jobs = 64;  ///< in the queue at a time
  std::string output;
  std::string gaps;           ///< a gap list; needs `into`
  std::string into;           ///< the proof, or the tree, that has the gaps
  std::string mark = "none";  ///< how new nodes of a tree are told
  std::string disproof;       ///< what shows that the attacker does not win
  std::string import;         ///< a proof to seed the store with
  std::string log;
  std::string leaf = "db";            ///< what says that a position is won: db, or vct as well
  std::vector<std::string> settings;  ///< NAME=VALUE (solve/search/settings.hpp), after what `leaf` sets
  std::string status;                 ///< a store to report on, instead of solving
  bool check = false;                 ///< of `status`: say how much was looked at
  std::string repair;                 ///< a store to save what is whole of, instead of solving
  std::string time;
  std::uint64_t nodes = 0;  ///< 0: no limit
  std::string memory = {};  ///< see cli/input/memory_option.hpp
  unsigned threads = 0;
  bool json = false;
  bool quiet = false;
  ProgressWanted progress = {};
};

[[nodiscard]] Result<ExitCode> prove_position(const SolveOptions& options, const Streams& streams);
[[nodiscard]] Result<ExitCode> fill_gaps(const SolveOptions& options, const Streams& streams);
[[nodiscard]] Result<ExitCode> tell_status(const SolveOptions& options, const Streams& streams);
[[nodiscard]] Result<ExitCode> repair_store(const SolveOptions& options, const Streams& streams);

}  // namespace fiveproof::cli
