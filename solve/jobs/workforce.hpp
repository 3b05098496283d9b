// Who does the jobs that the foreman hands out: the threads of this process, or others far away (remote/).
#pragma once

#include <functional>

#include "base/error.hpp"
#include "solve/jobs/job_search.hpp"

namespace fiveproof::solve {

class Workforce {
 public:
  virtual ~Workforce() = default;
  /// How many jobs may be under way at a time. The foreman has a thread for each.
  [[nodiscard]] virtual unsigned hands() const = 0;
  /// Does one job, or waits until it is done. Called by several threads at once, never for two jobs of one
  /// position. Who only waits asks `is_over` now and then: SearchOutcome::stopped when nobody wants it any
  /// more. What is brought is believed: whoever has it from others has verified it.
  [[nodiscard]] virtual Result<Yield> run(const Work& work, const std::function<bool()>& is_over) = 0;
};

/// The threads that call.
class OwnHands final : public Workforce {
 public:
  /// require: both outlive it.
  OwnHands(const Store& store, const WorkOptions& options) : store_(store), options_(options) {}
  [[nodiscard]] unsigned hands() const override { return options_.threads; }
  [[nodiscard]] Result<Yield> run(const Work& work, const std::function<bool()>& is_over) override;

 private:
  const Store& store_;
  const WorkOptions& options_;
};

}  // namespace fiveproof::solve
