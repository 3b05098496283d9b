// The check of a node at level dbsearch: spec/verification.md, "Rules".
#pragma once

#include "dbsearch/searcher.hpp"
#include "verify/check/formed_checker.hpp"

namespace fiveproof::verify {

class DbsearchChecker final : public FormedChecker {
 public:
  /// `stop`: looked at between two searches. require: `forms` and `stop` outlive the checker.
  DbsearchChecker(const FormChecker& forms, std::uint32_t effort, const std::atomic<bool>* stop = nullptr);

 private:
  void check_leaf(const NodeForm& form) override;
  void check_replies(const NodeForm& form) override;
  bool is_lost(bool& limit);

  const std::atomic<bool>* stop_;
  Color defender_;
  dbsearch::SearchOptions with_heuristics_;
  dbsearch::Searcher searcher_;
  /// Sequences that won after a pass and after earlier replies at this AND position, most recently successful
  /// first.
  std::vector<dbsearch::ThreatSequence> known_;
};

}  // namespace fiveproof::verify
