// The check of a node at level dbsearch: spec/verification.md, "Rules".
#pragma once

#include "dbsearch/searcher.hpp"
#include "verify/form.hpp"

namespace fiveproof::verify {

class DbsearchChecker final : public NodeChecker {
 public:
  /// require: `forms` outlives the checker.
  DbsearchChecker(const FormChecker& forms, std::uint32_t effort);
  [[nodiscard]] NodeOutcome check(NodeId node, std::vector<RawGap>& gaps) override;

 private:
  void check_leaf(const Position& position, GapKind otherwise);
  void check_replies(const Position& and_position);
  bool is_lost(bool& limit);
  void add_gap(GapKind kind, std::optional<Square> square = std::nullopt, bool limit = false);

  const FormChecker& forms_;
  Color defender_;
  dbsearch::SearchOptions with_heuristics_;
  dbsearch::Searcher searcher_;
  /// Sequences that won after earlier replies at this AND position, most recently successful first.
  std::vector<dbsearch::ThreatSequence> known_;
  SortedReplies replies_;

  // Of the node under check:
  NodeId node_ = 0;
  NodeOutcome outcome_;
  std::vector<RawGap>* gaps_ = nullptr;
};

}  // namespace fiveproof::verify
