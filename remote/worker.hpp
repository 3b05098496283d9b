// The side of the queue that does jobs, on any machine that reaches the database.
//
// A worker takes a job under a lease, searches in a copy of what is proved, and hands in what he found.
// Nobody believes him: see remote/acceptance.hpp. A lease that he does not prolong runs out, and somebody
// else gets the job.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "base/error.hpp"

namespace fiveproof::remote {

struct WorkerCounts {
  std::uint64_t jobs = 0, proved = 0;  ///< handed in
  std::uint64_t given_back = 0;        ///< because of an interrupt
  std::uint64_t late = 0;      ///< that nobody wanted any more, or somebody else had been given meanwhile
  std::uint64_t searches = 0;  ///< db-searches, for whatever jobs
};

struct WorkerOptions {
  std::string url;
  std::string store = {};                     ///< the copy; empty: one that lasts as long as the work
  unsigned threads = 1;                       ///< each does a job
  std::size_t memory = std::size_t{4} << 30;  ///< bytes of all searches together
  std::optional<double> idle_seconds = {};    ///< it ends when there was no job for so long
  bool until_done = false;                    ///< it ends when the maker says that all is done
  const std::atomic<bool>* stop = nullptr;    ///< it ends at once, and gives back what it has
  std::function<void(const WorkerCounts&)> on_progress = {};  ///< about four times a second
};

/// Works until it is told to end, or something fails: ErrorCode::io, the database is away for more than ten
/// minutes, or the store cannot be written; usage, the store is of another game; unsupported, the queue is of
/// another version, or this program is built without libpqxx. A queue that nobody has made yet is waited for
/// like a job.
[[nodiscard]] Result<WorkerCounts> work_at(const WorkerOptions& options);

}  // namespace fiveproof::remote
