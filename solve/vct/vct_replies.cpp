#include "solve/vct/vct_replies.hpp"

#include <algorithm>

namespace fiveproof::solve {
namespace {

std::uint32_t times(std::uint32_t factor, std::uint32_t nodes) {
  return nodes > VctOptions::most_nodes / factor ? VctOptions::most_nodes : factor * nodes;
}

// A position is told of once, however many ways lead to it.
void add_answers(const Position& position, const VctResult& found, std::uint32_t number,
                 std::vector<bool>& seen, std::vector<std::pair<Position, Square>>& out) {
  if (seen[number]) return;
  seen[number] = true;
  const VctStep& step = found.steps[number];
  out.emplace_back(position, step.move);
  Position next = position;
  next.play(step.move);
  for (const VctStep::Reply& reply : step.replies) {
    if (!reply.step) continue;
    Position after = next;
    after.play(reply.square);
    add_answers(after, found, *reply.step, seen, out);
  }
}

}  // namespace

VctReplies::VctReplies(RuleSet rule, int size, std::uint32_t nodes, const std::atomic<bool>* stop)
    : nodes_(nodes), stop_(stop), vct_(rule, size) {}

std::vector<VctResult> VctReplies::search(const Position& and_position, std::span<const Square> replies) {
  constexpr std::uint32_t after_pass = 2, part_without_pass = 10;
  const Color attacker = opponent(and_position.to_move());
  VctResult pass;
  VctOptions options{.node_limit = nodes_, .like = &pass};
  if (replies.size() > 1) {
    pass = search(and_position, attacker, {.node_limit = times(after_pass, nodes_)});
    if (!pass.win) options.node_limit = std::max(1u, nodes_ / part_without_pass);
  }
  std::vector<VctResult> found;
  found.reserve(replies.size());  // `like` names one of them
  for (Square reply : replies) {
    if (is_stopped()) break;
    Position after = and_position;
    after.play(reply);
    found.push_back(search(after, attacker, options));
    if (found.back().win) options.like = &found.back();
  }
  found.resize(replies.size());
  return found;
}

VctResult VctReplies::search(const Position& or_position) {
  if (is_stopped()) return {};
  return search(or_position, or_position.to_move(), {.node_limit = nodes_});
}

VctResult VctReplies::search(const Position& position, Color attacker, const VctOptions& options) {
  VctResult found = vct_.search(position, attacker, options);
  nodes_looked_at_ += found.nodes;
  return found;
}

std::vector<std::pair<Position, Square>> answers_of(const Position& or_position, const VctResult& found) {
  std::vector<std::pair<Position, Square>> answers;
  std::vector<bool> seen(found.steps.size());
  if (!found.steps.empty())
    add_answers(or_position, found, 0, seen, answers);
  else if (!found.fours.empty())
    answers.emplace_back(or_position, found.fours.front());
  return answers;
}

}  // namespace fiveproof::solve
