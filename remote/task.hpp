// A job on its way to a worker, as bytes (spec/queue.md).
#pragma once

#include "solve/jobs/job_search.hpp"
#include "solve/store/store_keys.hpp"

namespace fiveproof::remote {

struct Task {
  solve::Work work;
  solve::Settings settings;
};

/// require: an OR position; at most 255 siblings.
[[nodiscard]] solve::Bytes encode(const Task& task, const solve::StoreIdentity& game);
/// ErrorCode::malformed, or unsupported where it is of another version.
[[nodiscard]] Result<Task> decode_task(solve::Span bytes, const solve::StoreIdentity& game);

/// The most bytes that a worker may hand in after so many db-searches.
[[nodiscard]] std::size_t most_bytes(std::uint64_t budget);

}  // namespace fiveproof::remote
