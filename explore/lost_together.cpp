#include "explore/lost_together.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace fiveproof::explore {

namespace {

/// The element whose member is this; a new one, made of it, where there is none.
template <class Element, class Member>
Element& find_or_add(std::vector<Element>& elements, Member Element::*member, const Member& value) {
  const auto found = std::ranges::find(elements, value, member);
  if (found != elements.end()) return *found;
  elements.emplace_back().*member = value;
  return elements.back();
}

}  // namespace

std::vector<Square> LostTogether::replies() const {
  std::vector<Square> all;
  for (const Part& part : parts) all.insert(all.end(), part.replies.begin(), part.replies.end());
  std::ranges::sort(all);
  return all;
}

std::vector<LostTogether> lost_together(const std::vector<LostReply>& lost) {
  using Part = LostTogether::Part;
  std::vector<LostTogether> groups;
  for (const LostReply& one : lost) {
    LostTogether& group = find_or_add(groups, &LostTogether::moves, dbsearch::gains_of(one.sequence));
    find_or_add(group.parts, &Part::sequence, one.sequence).replies.push_back(one.reply);
  }
  for (LostTogether& group : groups)
    std::ranges::stable_sort(group.parts, std::greater(),
                             [](const Part& part) { return part.replies.size(); });
  std::ranges::stable_sort(groups, std::greater(),
                           [](const LostTogether& group) { return group.replies().size(); });
  return groups;
}

std::vector<LostReply> all_lost(ProofBook& book, const Position& and_position, const Replies& replies) {
  std::vector<LostReply> lost = replies.lost;
  for (const AnsweredReply& answered : replies.stored) {
    if (!answered.play.moves.empty()) continue;
    Position after = and_position;
    after.play(answered.reply);
    ProofBook::Loss loss = book.loss_at(after);
    if (loss.is_lost) lost.push_back({answered.reply, std::move(loss.sequence)});
  }
  std::ranges::sort(lost, {}, &LostReply::reply);
  return lost;
}

}  // namespace fiveproof::explore
