#include "verify/frame/alternatives.hpp"

#include <algorithm>

namespace fiveproof::verify {

Alternatives::Alternatives(CheckState& state, Patience& patience, bool may_settle)
    : state_(state), patience_(patience) {
  if (state_.is_strict()) return;
  find_groups();
  put_in_order();
  if (!may_settle || (groups_.empty() && !has_findings_at_records())) return;
  is_known_.resize(state_.records().count());
  holds_.resize(state_.records().count());
  take_what_holds();
}

void Alternatives::find_groups() {
  const RecordSource& records = state_.records();
  for (NodeId record = 0; record < records.count(); ++record) {
    if (!records.is_repetition(record)) continue;
    const NodeId first = records.find(records.at(record).position).value().record;
    Group& group = groups_[first];
    if (group.empty()) group.push_back(first);
    group.push_back(record);
    first_of_[record] = first;
  }
}

/// Puts those first that the proof names, in its order.
void Alternatives::put_in_order() {
  std::map<NodeId, std::size_t> named;  // records of each group that are in their place
  for (const Record& wanted : state_.proof().alternatives) {
    const auto stored = state_.records().find(wanted.position);
    const auto group = stored ? groups_.find(stored->record) : groups_.end();
    if (group == groups_.end()) continue;
    const auto rest = group->second.begin() + static_cast<std::ptrdiff_t>(named[stored->record]);
    const auto found = std::find_if(rest, group->second.end(), [&](NodeId record) {
      const Record here = state_.records().at(record);
      return here.position == wanted.position && here.move == wanted.move;
    });
    if (found == group->second.end()) continue;
    std::rotate(rest, found, found + 1);
    ++named[stored->record];
  }
}

/// A finding at a stored position may be about a move that the record makes needless.
bool Alternatives::has_findings_at_records() const {
  return std::ranges::any_of(state_.proof().findings, [&](const Gap& finding) {
    return finding.position.to_move() == state_.proof().attacker && state_.records().find(finding.position);
  });
}

const Alternatives::Group* Alternatives::group_of(NodeId record) const {
  const auto first = first_of_.find(record);
  const auto group = groups_.find(first == first_of_.end() ? record : first->second);
  return group == groups_.end() ? nullptr : &group->second;
}

bool Alternatives::holds(NodeId record) {
  if (is_known_[record]) return holds_[record];
  if (patience_.is_over()) return false;
  const bool found = state_.table.state(record) == NodeState::proved && leads_to_what_holds(record);
  is_known_[record] = true;
  holds_[record] = found;
  return found;
}

std::vector<NodeId> Alternatives::records_below(NodeId record) const {
  std::vector<NodeId> below;
  const NodeForm form = state_.forms().form(record);
  if (form.kind != NodeForm::Kind::replies) return below;
  SortedReplies replies;
  state_.forms().sort_replies(form, replies);
  for (const StoredReply& stored : replies.stored) below.push_back(stored.at.record);
  return below;
}

/// Replies lead to records with more stones, so that this goes no deeper than a game is long. A leaf or an
/// end leads to nothing: the node itself says it all.
bool Alternatives::leads_to_what_holds(NodeId record) {
  return std::ranges::all_of(records_below(record), [&](NodeId below) {
    FIVEPROOF_ENSURE(below > record);
    const Group* group = group_of(below);
    if (group == nullptr) return holds(below);
    return std::ranges::any_of(*group, [&](NodeId each) { return holds(each); });
  });
}

void Alternatives::take_what_holds() {
  for (const auto& [first, group] : groups_) {
    auto taken = std::ranges::find_if(group, [&](NodeId record) { return holds(record); });
    if (taken == group.end()) taken = group.begin();
    if (taken != group.begin()) ++later_taken_;
    if (*taken != first) state_.level().take(*taken);
  }
}

void Alternatives::set_aside() {
  if (groups_.empty() || is_known_.empty()) return;  // of a share nothing can be said to be needless
  const NodeTable& table = state_.table;
  is_aside_.resize(table.count());
  for (const auto& [first, group] : groups_)
    if (std::ranges::any_of(group, [&](NodeId record) { return table.is_reached(record); }))
      for (NodeId record : group) mark_aside(record);
  for (NodeId record = 0; record < state_.records().count() && !patience_.is_over(); ++record) {
    if (!is_aside_[record]) continue;
    for (NodeId below : records_below(record)) {
      // What is taken is found here; its alternatives are below the same reply.
      if (const Group* group = group_of(below))
        for (NodeId each : *group) mark_aside(each);
      else
        mark_aside(below);
    }
  }
}

void Alternatives::mark_aside(NodeId record) {
  if (!state_.table.is_reached(record)) is_aside_[record] = true;
}

bool Alternatives::is_aside(const Gap& finding) {
  if (is_known_.empty()) return false;
  const Proof& proof = state_.proof();
  // A move of the attacker that cannot be played, or that is refuted at once, is one of several if the file
  // has another there.
  const bool is_about_a_move = finding.kind == GapKind::illegal_move ||
                               finding.kind == GapKind::forbidden_move ||
                               finding.kind == GapKind::refuted_move;
  if (is_about_a_move && is_won_by_another_move(finding.position, std::nullopt)) return true;
  if (!finding.root) return false;
  Position here = proof.roots[*finding.root].position;
  for (const Square move : finding.line) {
    if (is_won_by_another_move(here, move)) return true;
    here.play(move);
  }
  return false;
}

/// Is a record of this position taken that holds, and plays another move? Up to symmetry.
bool Alternatives::is_won_by_another_move(const Position& position, std::optional<Square> move) {
  if (position.to_move() != state_.proof().attacker) return false;
  const auto stored = state_.records().find(position);
  if (!stored || !holds(stored->record)) return false;
  if (!move) return true;
  const Record record = state_.records().at(stored->record);
  if (!record.move) return true;
  Position after = position, taken = record.position;
  after.play(*move);
  taken.play(*record.move);
  return canonical_form(after).position != canonical_form(taken).position;
}

}  // namespace fiveproof::verify
