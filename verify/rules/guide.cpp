#include "verify/rules/guide.hpp"

#include "verify/rules/guide_method.hpp"

namespace fiveproof::verify {
namespace {

std::unique_ptr<GuideMethod> method_of(const GuideTask& task) {
  return has_forbidden_moves(task.rule) ? exact_guide(task) : guide_by_threats(task);
}

}  // namespace

Guide::Guide(RuleSet rule, int size, Color attacker, std::uint32_t effort, const std::atomic<bool>* stop)
    : method_(method_of({rule, size, attacker, effort, stop})), stop_(stop) {}
Guide::~Guide() = default;

audit::Plan Guide::threat(const audit::Board& board) { return method_->threat(board); }

std::optional<audit::Plan> Guide::plan(const audit::Board& board, audit::Point reply, int attempt) {
  return method_->plan(board, reply, attempt);
}

void Guide::stuck(const audit::Board& board, audit::Plan played, audit::Point reply) {
  method_->stuck(board, played, reply);
}

void Guide::answered(audit::Point reply, audit::Answer how) { method_->answered(reply, how); }

HintSource Guide::source() const { return method_->source(); }
bool Guide::was_cut_short() const { return method_->was_cut_short(); }
const std::vector<audit::Step>& Guide::last_plan() const { return method_->last_plan(); }
std::uint64_t Guide::last_plan_number() const { return method_->last_plan_number(); }

}  // namespace fiveproof::verify
