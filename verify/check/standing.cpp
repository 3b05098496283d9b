#include "verify/check/standing.hpp"

#include <algorithm>

#include "verify/check/record_check.hpp"

namespace fiveproof::verify {

Result<Standing> check_standing(const Proof& proof, const std::vector<Known>& known, std::uint32_t effort,
                                const std::atomic<bool>* stop) {
  FIVEPROOF_ENSURE(proof.roots.empty() && proof.findings.empty() && known.size() == proof.records.count());
  const auto source = TableSource::create(proof.records);
  if (!source.ok()) return source.error();
  const FormChecker forms(proof, source.value());
  DbsearchChecker checker(forms, effort, stop);
  Standing standing{std::vector<bool>(known.size()), std::vector<bool>(known.size()), {}};
  SortedReplies replies;
  std::vector<RawGap> gaps;
  // Records come with ascending numbers of stones, so what a reply leads to has been seen before.
  for (NodeId node = source.value().count(); node-- > 0;) {
    throw_if_stopped(stop);
    gaps.clear();
    standing.sound[node] =
        known[node] != Known::nothing || checker.check(node, gaps).state == NodeState::proved;
    for (const RawGap& gap : gaps)
      if (gap.kind == GapKind::unanswered_reply) standing.unanswered.push_back(forms.position_of(gap));
    standing.stands[node] = known[node] == Known::given;
    if (standing.stands[node] || !standing.sound[node]) continue;
    const NodeForm form = forms.form(node);
    if (form.kind == NodeForm::Kind::replies)
      forms.sort_replies(form, replies);
    else
      replies.stored.clear();
    standing.stands[node] = std::ranges::all_of(
        replies.stored, [&](const StoredReply& reply) { return standing.stands[reply.at.record]; });
  }
  return standing;
}

}  // namespace fiveproof::verify
