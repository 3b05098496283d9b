#include "verify/parts/outcome_audit.hpp"

namespace fiveproof::verify {
namespace {

bool agrees(const Tally& known, const Tally& claimed) {
  // No class may be larger than the whole, as a sum that overflowed could look right.
  for (const std::uint64_t count :
       {claimed.replayed, claimed.searched, claimed.searched_fully, claimed.excluded, claimed.unanswered})
    if (count > claimed.replies) return false;
  return known.positions == claimed.positions && known.leaves == claimed.leaves &&
         known.ends == claimed.ends && known.open == claimed.open && known.replies == claimed.replies &&
         known.stored == claimed.stored && known.defender_fives == claimed.defender_fives &&
         claimed.replies_by_class() == claimed.replies;
}

}  // namespace

std::optional<NodeState> OutcomeAudit::add(NodeId node, std::span<const RawGap> gaps) {
  const NodeForm form = forms_.form(node);
  const NodeOutcome known = forms_.known_outcome(form, replies_);
  NodeState state = known.state;
  if (!gaps.empty()) {
    if (!forms_.are_possible(form, replies_, gaps)) return std::nullopt;
    state = NodeState::open;
  } else if (state == NodeState::open) {
    return std::nullopt;
  } else if (state == NodeState::unchecked) {
    state = NodeState::proved;
  }
  if (!form.is_counted()) return state;

  known_[known.stones] += known.tally;
  if (state == NodeState::open) ++known_[known.stones].open;
  if (state != NodeState::open || form.kind != NodeForm::Kind::replies) return state;
  Bounds& bounds = unanswered_[known.stones];
  if (gaps.front().kind == GapKind::unanswered_reply) {
    bounds.least += gaps.size();
    bounds.most += gaps.size();
  } else {  // one refutation stands for all replies; after a five no other is looked at
    const auto rest = static_cast<std::uint64_t>(replies_.rest.size());
    bounds.least += replies_.fives > 0 ? rest : 1;
    bounds.most += rest;
  }
  return state;
}

bool OutcomeAudit::agrees_with(const PlyTallies& claimed) const {
  if (claimed.size() != known_.size()) return false;
  for (const auto& [stones, tally] : claimed) {
    const auto known = known_.find(stones);
    if (known == known_.end() || !agrees(known->second, tally)) return false;
    if (trust_ == Trust::dbsearch && tally.excluded > 0) return false;  // only the kernel has lemmas
    const auto found = unanswered_.find(stones);
    const Bounds bounds = found == unanswered_.end() ? Bounds{} : found->second;
    if (tally.unanswered < bounds.least || tally.unanswered > bounds.most) return false;
  }
  return true;
}

}  // namespace fiveproof::verify
