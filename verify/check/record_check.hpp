// The check of a node at level dbsearch: spec/verification.md, "Rules".
#pragma once

#include "dbsearch/reply_search.hpp"
#include "verify/check/formed_checker.hpp"

namespace fiveproof::verify {

class DbsearchChecker final : public FormedChecker {
 public:
  /// `stop`: looked at between two searches. require: `forms` and `stop` outlive the checker.
  DbsearchChecker(const FormChecker& forms, std::uint32_t effort, const std::atomic<bool>* stop = nullptr,
                  dbsearch::Answers answers = dbsearch::Answers::by_zones);

 private:
  void check_leaf(const NodeForm& form) override;
  void check_replies(const NodeForm& form) override;
  void count(const dbsearch::ReplyAnswer& answer);

  const std::atomic<bool>* stop_;
  dbsearch::ReplySearch search_;
};

}  // namespace fiveproof::verify
