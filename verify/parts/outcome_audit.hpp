// Holds outcomes that come from a file against everything that can be worked out without a search.
//
// A journal or the report of a shard is trusted: that nothing *else* is wrong at a node cannot be seen from
// here. What can be seen must agree, so that a mix-up or a damaged file is refused and not believed.
#pragma once

#include <map>
#include <span>

#include "verify/check/form.hpp"
#include "verify/outcome/verdict.hpp"

namespace fiveproof::verify {

class OutcomeAudit {
 public:
  /// `trust`: the level of the check that is said to have made the outcomes. require: `forms` outlives the
  /// audit.
  OutcomeAudit(const FormChecker& forms, Trust trust) : forms_(forms), trust_(trust) {}

  /// Adds a node and returns the state that follows from its gaps, which are all of this node, in the order
  /// of its check. Nothing: no check can have ended with these gaps.
  [[nodiscard]] std::optional<NodeState> add(NodeId node, std::span<const RawGap> gaps);
  /// Can these be the tallies of the nodes added so far?
  [[nodiscard]] bool agrees_with(const PlyTallies& claimed) const;

 private:
  struct Bounds {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
  };
  const FormChecker& forms_;
  Trust trust_;
  SortedReplies replies_;
  PlyTallies known_;
  std::map<int, Bounds> unanswered_;
};

}  // namespace fiveproof::verify
