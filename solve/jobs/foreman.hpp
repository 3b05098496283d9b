// The foreman hands out jobs until the roots are proved, and writes what they bring to the store. Who does
// them is his workforce: the threads of this process, or workers elsewhere for each of which a thread waits.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "solve/jobs/job_search.hpp"

namespace fiveproof::solve {

struct WorkProgress {
  JobTree::Counts jobs;
  std::uint64_t searches = 0, nodes = 0, answers = 0, store_bytes = 0;
  double cost = 0;  ///< db-searches to go, as far as that can be told
  double seconds = 0;
};

class Foreman {
 public:
  /// require: the store outlives the foreman; the roots have its board size.
  Foreman(Store& store, std::vector<Position> roots, const WorkOptions& options);

  std::function<void(const WorkProgress&)> on_progress;  ///< about four times a second, from run()'s thread
  std::function<void(const JobReport&)> on_job;          ///< after each job, one call at a time

  /// Works until every root is proved or failed, or a limit is reached. Returns the states of the roots, of
  /// which open and split both mean "not yet", or what went wrong with the store. Throws what a thread threw.
  [[nodiscard]] Result<std::vector<JobState>> run();
  [[nodiscard]] const WorkProgress& progress() const {
    return progress_;
  }  ///< as it was at the end of run(), or when it was last reported

 private:
  struct Desk;
  Store& store_;
  std::vector<Position> roots_;
  WorkOptions options_;
  WorkProgress progress_;
};

}  // namespace fiveproof::solve
