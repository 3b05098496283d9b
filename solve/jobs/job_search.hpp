// One job of the solver: what a thread searches, and what that brings.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "solve/jobs/job_tree.hpp"
#include "solve/search/prover.hpp"
#include "solve/search/settings.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::solve {

class Workforce;

/// Before a position is split so many of its moves are searched, each by itself with the budget of the job: a
/// search of the position goes from move to move, and sees few of them through.
inline constexpr std::uint64_t moves_searched_alone = 3;
/// ... unless there are fewer stones: then a move has hundreds of open replies, and no such search proves it.
inline constexpr int stones_of_moves_alone = 4;

struct WorkOptions {
  Settings settings;
  JobSettings jobs;
  unsigned threads = 1;
  std::uint64_t searches = ~std::uint64_t{0};  ///< db-searches of all threads; checked between jobs
  std::uint64_t nodes = ~std::uint64_t{0};     ///< positions made; each thread may make what is left
  double seconds = 1e18;                       ///< of the whole run
  std::size_t memory = std::size_t{4} << 30;   ///< bytes of all searches together
  const std::atomic<bool>* stop = nullptr;
  Workforce* workforce = nullptr;  ///< who does the jobs (solve/jobs/workforce.hpp); none: these threads
};

/// What became of one job, for whoever writes a log.
struct JobReport {
  Position position;
  SearchOutcome outcome = SearchOutcome::limit;
  bool by_simulation = false;
  std::uint8_t round = 0;
  std::uint64_t searches = 0, nodes = 0, answers = 0;
  double seconds = 0;
};

/// What a job brings. It is written to the store in one change, so that a kill leaves no part of it.
struct Yield {
  JobReport report;
  JobEntry entry;
  std::vector<Prover::Answer> answers;
  struct Split {
    Position position;  ///< an AND position
    JobEntry entry;
  };
  std::vector<Split> splits;
};

/// What somebody is given to do.
struct Work {
  Job job;                   ///< its position, whether that is an OR position, and its entry
  std::uint64_t budget = 0;  ///< db-searches
  std::uint64_t most_nodes = ~std::uint64_t{0};  ///< positions made
  /// Then it is stopped.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  unsigned second_thought = 0;     ///< JobTree::second_thought()
  bool is_last_chance = false;     ///< JobTree::is_last_chance()
  Position target{15};             ///< the job's position as a child of its parent, so that siblings fit
  std::vector<Position> siblings;  ///< proved replies at the same AND position, in the orientation of target

  /// Are the first moves searched alone when the position is not proved?
  [[nodiscard]] bool has_moves_alone() const {
    return is_last_chance && job.position.stone_count() >= stones_of_moves_alone;
  }
  /// The db-searches of the position and of its moves, without those for siblings and for what it is split
  /// into.
  [[nodiscard]] std::uint64_t most_searches() const {
    const std::uint64_t times = has_moves_alone() ? 1 + moves_searched_alone : 1;
    return budget > ~std::uint64_t{0} / times ? ~std::uint64_t{0} : times * budget;
  }
};

/// Does one job. What it brings depends on its position, its round and the view, and on nothing else.
class JobSearch {
 public:
  /// require: all of these outlive the search.
  JobSearch(const StoreIdentity& game, const Store::View& view, const WorkOptions& options)
      : game_(game), view_(view), options_(options) {}

  std::function<void(const Position& or_position)> on_known;  ///< where the search met an answer of the view

  [[nodiscard]] Yield run(const Work& work) const { return work.job.is_or ? prove(work) : split(work); }

 private:
  [[nodiscard]] Yield prove(const Work& work) const;
  [[nodiscard]] Yield split(const Work& work) const;
  using Moves = std::vector<Prover::Alternative>;
  [[nodiscard]] static SearchOutcome search_moves(const Position& position, const Moves& moves,
                                                  Prover& prover, const Budget& budget);
  [[nodiscard]] Settings settings_for(const Work& work) const;

  const StoreIdentity& game_;
  const Store::View& view_;
  const WorkOptions& options_;
};

}  // namespace fiveproof::solve
