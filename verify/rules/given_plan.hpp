// A plan that somebody else found, as hints for the audit kernel. Nothing here is trusted.
#pragma once

#include <atomic>
#include <utility>
#include <vector>

#include "verify/rules/guide.hpp"

namespace fiveproof::verify {

class GivenPlan final : public Advisor {
 public:
  /// `stop`: see Guide.
  explicit GivenPlan(const std::atomic<bool>* stop) : stop_(stop) {}

  /// As a certificate has it: where the defender is to move, the first step's move is played already.
  void use(std::vector<audit::Step> plan) { plan_ = std::move(plan); }

  audit::Plan threat(const audit::Board&) override { return audit::plan_after(audit::view_of(plan_), -1); }
  audit::Plan played(const audit::Board&) override { return audit::view_of(plan_); }
  std::optional<audit::Plan> plan(const audit::Board&, audit::Point reply, int attempt) override {
    throw_if_stopped(stop_);
    if (attempt > 0) return std::nullopt;
    return reply < 0 ? audit::view_of(plan_) : audit::plan_after(audit::view_of(plan_), reply);
  }
  void tick() override { throw_if_stopped(stop_); }

  /// For who counts, it was known before.
  [[nodiscard]] HintSource source() const override { return HintSource::known; }
  [[nodiscard]] bool was_cut_short() const override { return false; }

 private:
  std::vector<audit::Step> plan_;
  const std::atomic<bool>* stop_;
};

}  // namespace fiveproof::verify
