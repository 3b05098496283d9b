// The check of a node at level rules: what the kernel establishes, and gaps where it does not.
#pragma once

#include "dbsearch/reply_search.hpp"
#include "verify/audit/kernel.hpp"
#include "verify/check/formed_checker.hpp"
#include "verify/rules/guide.hpp"

namespace fiveproof::verify {

class RulesChecker final : public FormedChecker {
 public:
  /// `stop`: see Guide. require: all outlive the checker; the records of `forms` are those of `book`.
  RulesChecker(const FormChecker& forms, audit::Book& book, std::uint32_t effort,
               const std::atomic<bool>* stop = nullptr);

 private:
  /// The kernel has eyes of its own.
  void check_end(const NodeForm& form) override { check_leaf(form); }
  void check_leaf(const NodeForm& form) override;
  void check_replies(const NodeForm& form) override;

  audit::Kernel kernel_;
  Guide guide_;
  audit::Board board_;
  dbsearch::ReplySearch search_;
};

}  // namespace fiveproof::verify
