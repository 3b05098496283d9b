#include "verify/rules/plan_recorder.hpp"

#include <algorithm>

namespace fiveproof::verify {

using audit::Answer;
using audit::Plan;
using audit::Point;
using audit::Step;

void PlanRecorder::start() {
  plans_.clear();
  threat_.clear();
  needs_threat_ = false;
}

Plan PlanRecorder::threat(const audit::Board& board) {
  const Plan plan = guide_.threat(board);
  threat_.assign(plan.first, plan.last);
  return plan;
}

std::optional<Plan> PlanRecorder::plan(const audit::Board& board, Point reply, int attempt) {
  auto plan = guide_.plan(board, reply, attempt);
  // Kept now: a plan that is mended later may not do for this reply any more.
  if (plan && (reply < 0 || !is_kept())) keep();
  return plan;
}

void PlanRecorder::answered(Point reply, Answer how) {
  guide_.answered(reply, how);
  if (how == Answer::excluded || how == Answer::outside) needs_threat_ = true;
  if (how == Answer::played) plans_.back().replies.push_back(reply);
}

std::vector<Step> PlanRecorder::plan_at_leaf() const {
  return plans_.empty() ? std::vector<Step>() : plans_.back().steps;
}

std::vector<Step> PlanRecorder::plan_after_move(Point move) const {
  Step step{move, {}};
  std::vector<Step> rest = threat_;
  auto most = plans_.end();
  if (!needs_threat_) {
    most = std::max_element(plans_.begin(), plans_.end(),
                            [](const Kept& a, const Kept& b) { return a.replies.size() < b.replies.size(); });
    if (most != plans_.end()) rest = most->steps;
  }
  for (auto kept = plans_.begin(); kept != plans_.end(); ++kept)
    if (kept != most && !kept->replies.empty()) step.branches.push_back({kept->replies, kept->steps});
  rest.insert(rest.begin(), std::move(step));
  return rest;
}

// Is the guide's last plan kept? Then it is made the last one.
bool PlanRecorder::is_kept() {
  const auto found = std::find_if(plans_.begin(), plans_.end(), [this](const Kept& kept) {
    return kept.number == guide_.last_plan_number();
  });
  if (found == plans_.end()) return false;
  std::rotate(found, found + 1, plans_.end());
  return true;
}

}  // namespace fiveproof::verify
