#include "cli/output/picture_replies.hpp"

#include <memory>

#include "explore/lost_together.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

namespace {

using convert::ReplyGroup;
using explore::ProofBook;

/// The first part's sequence stands for all replies but those that are named with another one.
std::string in_full(const explore::LostTogether& lost, int size) {
  std::string text;
  for (const auto& part : lost.parts)
    text += (text.empty() ? "" : "; after " + to_text(part.replies) + ": ") +
            dbsearch::to_text(part.sequence, size);
  return text;
}

std::vector<ReplyGroup> groups_at(ProofBook& book, const Position& and_position) {
  using End = ReplyGroup::End;
  const explore::Replies replies = book.replies_at(and_position);
  std::vector<ReplyGroup> groups;
  for (const explore::LostTogether& lost : lost_together(all_lost(book, and_position, replies)))
    groups.push_back(
        {End::sequence, lost.replies(), to_text(lost.moves), in_full(lost, and_position.size())});
  if (!replies.defender_fives.empty()) groups.push_back({End::five, replies.defender_fives});
  if (!replies.open.empty()) groups.push_back({End::open, replies.open});
  return groups;
}

}  // namespace

convert::RepliesAt searched_replies(const Proof& proof, std::uint32_t effort) {
  // A function can be copied, a book cannot.
  auto book = std::make_shared<ProofBook>(proof, effort);
  return [book](const Position& and_position) { return groups_at(*book, and_position); };
}

}  // namespace fiveproof::cli
