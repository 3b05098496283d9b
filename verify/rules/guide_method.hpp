// The ways in which a Guide finds plans: by threats, or exactly, where there are forbidden points.
#pragma once

#include <memory>

#include "verify/rules/guide.hpp"

namespace fiveproof::verify {

class GuideMethod : public Advisor {
 public:
  [[nodiscard]] virtual const std::vector<audit::Step>& last_plan() const = 0;
  [[nodiscard]] virtual std::uint64_t last_plan_number() const = 0;
};

/// What both are made from; as in Guide.
struct GuideTask {
  RuleSet rule;
  int size;
  Color attacker;
  std::uint32_t effort;
  const std::atomic<bool>* stop;
};

/// By winning threat sequences. require: no forbidden moves under the rule set.
[[nodiscard]] std::unique_ptr<GuideMethod> guide_by_threats(const GuideTask& task);
/// By ExactSearch.
[[nodiscard]] std::unique_ptr<GuideMethod> exact_guide(const GuideTask& task);

}  // namespace fiveproof::verify
