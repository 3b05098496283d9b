// The check of a node at level rules: what the kernel establishes, and gaps where it does not.
#pragma once

#include "verify/audit/kernel.hpp"
#include "verify/form.hpp"
#include "verify/guide.hpp"

namespace fiveproof::verify {

class RulesChecker final : public NodeChecker {
 public:
  /// require: both outlive the checker; the records of `forms` are those of `book`.
  RulesChecker(const FormChecker& forms, audit::Book& book, std::uint32_t effort);
  [[nodiscard]] NodeOutcome check(NodeId node, std::vector<RawGap>& gaps) override;

 private:
  void check_leaf(NodeId node, const NodeForm& form);
  void check_replies(NodeId node, const NodeForm& form);
  bool ask_kernel(NodeId node, const Position& position);
  void add_gap(GapKind kind, std::optional<Square> square = std::nullopt, bool limit = false);

  const FormChecker& forms_;
  audit::Kernel kernel_;
  Guide guide_;
  audit::Board board_;
  std::uint32_t effort_;
  dbsearch::Searcher searcher_;
  SortedReplies replies_;

  // Of the node under check:
  NodeId node_ = 0;
  NodeOutcome outcome_;
  std::vector<RawGap>* gaps_ = nullptr;
};

}  // namespace fiveproof::verify
