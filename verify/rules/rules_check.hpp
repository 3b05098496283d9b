// The check of a node at level rules: what the kernel establishes, and gaps where it does not.
#pragma once

#include "dbsearch/reply_search.hpp"
#include "verify/audit/kernel.hpp"
#include "verify/check/formed_checker.hpp"
#include "verify/parts/piece_set.hpp"
#include "verify/rules/given_plan.hpp"
#include "verify/rules/guide.hpp"
#include "verify/rules/plan_recorder.hpp"

namespace fiveproof::verify {

/// What becomes of plans, besides that the kernel plays them out.
struct PlanTrade {
  const PieceSet* pieces = nullptr;  ///< have plans for all nodes; what they leave open is searched for
  bool is_wanted = false;            ///< the outcome of a node says by which plan it is proved
};

class RulesChecker final : public FormedChecker {
 public:
  /// `stop`: see Guide. require: all outlive the checker; the records of `forms` are those of `book`.
  RulesChecker(const FormChecker& forms, audit::Book& book, std::uint32_t effort, PlanTrade trade = {},
               const std::atomic<bool>* stop = nullptr);

 private:
  /// The kernel has eyes of its own.
  void check_end(const NodeForm& form) override { check_leaf(form); }
  void check_leaf(const NodeForm& form) override;
  void check_replies(const NodeForm& form) override;

  Advisor& advisor(const NodeForm& form);
  audit::Hints& hints_of(Advisor& advisor);
  void prove(const NodeForm& form);
  void refuse_if_given(const Advisor& advisor) const;

  PlanTrade trade_;
  audit::Kernel kernel_;
  Guide guide_;
  PlanRecorder recorder_;
  GivenPlan given_;
  audit::Board board_;
  dbsearch::ReplySearch search_;
};

}  // namespace fiveproof::verify
