#include "verify/rules/plan_words.hpp"

#include <string_view>

#include "game/notation.hpp"
#include "verify/rules/kernel_words.hpp"

namespace fiveproof::verify {
namespace {

using audit::Plan;

class PlanLine {
 public:
  explicit PlanLine(int size) : size_(size) {}

  void steps(Plan plan) {
    for (; plan.first != plan.last; ++plan.first) {
      square(plan.first->move);
      branches(*plan.first);
    }
  }
  void branches(const audit::Step& step) {
    for (const audit::Branch& branch : step.branches) {
      if (branch.replies.empty() || branch.plan.empty()) continue;  // mending took them away
      word("(");
      for (audit::Point reply : branch.replies) square(reply);
      word(":");
      steps(audit::view_of(branch.plan));
      word(")");
    }
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void word(std::string_view text) {
    if (!text_.empty()) text_ += ' ';
    text_ += text;
  }
  void square(audit::Point p) { word(fiveproof::to_text(from_kernel(p, size_))); }

  int size_;
  std::string text_;
};

}  // namespace

std::string plan_words(const std::vector<audit::Step>& plan, bool is_played, int size) {
  PlanLine line(size);
  Plan rest = audit::view_of(plan);
  if (is_played && rest.first != rest.last) line.branches(*rest.first++);
  line.steps(rest);
  return line.text();
}

}  // namespace fiveproof::verify
