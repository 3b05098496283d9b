// The part of SolveSession that looks for wins by threats at gaps, before there are jobs for them.
#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "base/in_order.hpp"
#include "base/phase.hpp"
#include "game/position_key.hpp"
#include "session/solve_session.hpp"
#include "solve/vct/vct_replies.hpp"

namespace fiveproof::session {
namespace {

using Answers = std::vector<std::pair<Position, Square>>;

/// What was found at some of the gaps.
struct Found {
  Answers answers;
  std::uint64_t searches = 0;  ///< what it took, in db-searches
};

/// Replies at one AND position.
struct ReplyGaps {
  Position and_position;
  std::vector<Square> replies;
};

/// The position before the last move of the gap's line, and that move; nothing where that is no reply.
std::optional<std::pair<Position, Square>> before_reply(const Gap& gap, Color attacker) {
  if (gap.kind != GapKind::unanswered_reply || gap.line.empty() || gap.position.to_move() != attacker)
    return std::nullopt;
  const Square reply = gap.line.back();
  if (!reply.is_on_board(gap.position.size()) || gap.position.at(reply) != opponent(attacker))
    return std::nullopt;
  Position before = gap.position;
  before.take(reply);
  before.set_to_move(opponent(attacker));
  return std::pair(before, reply);
}

/// Gaps of one AND position together, in the order in which the first of each comes; of the others each by
/// itself.
std::vector<ReplyGaps> grouped(const std::vector<Gap>& gaps, Color attacker, std::vector<Position>& alone) {
  std::vector<ReplyGaps> groups;
  std::map<std::string, std::size_t> number_of;
  for (const Gap& gap : gaps) {
    const auto found = before_reply(gap, attacker);
    if (!found) {
      if (gap.position.to_move() == attacker) alone.push_back(gap.position);
      continue;
    }
    const auto [place, is_new] = number_of.try_emplace(position_key(found->first), groups.size());
    if (is_new) groups.push_back({found->first, {}});
    groups[place->second].replies.push_back(found->second);
  }
  return groups;
}

void append(Answers& all, const Answers& more) { all.insert(all.end(), more.begin(), more.end()); }

Answers answers_after(solve::VctReplies& search, const ReplyGaps& group) {
  Answers all;
  const std::vector<solve::VctResult> found = search.search(group.and_position, group.replies);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i].win) continue;
    Position after = group.and_position;
    after.play(group.replies[i]);
    append(all, solve::answers_of(after, found[i]));
  }
  return all;
}

/// Writes the answers into the store, and forgets them.
Status put(Answers& answers, solve::Store& store) {
  if (answers.empty()) return Done{};
  FIVEPROOF_LET(auto change, store.change());
  for (const auto& [position, move] : answers) FIVEPROOF_TRY(change.put_answer(position, move));
  answers.clear();
  return change.commit();
}

}  // namespace

// Only where there are forbidden points: there the verifier finds the fours of these wins by itself, so that
// the moves before them are all that it needs.
Status SolveSession::answer_by_threats(const std::vector<Gap>& gaps) {
  const solve::StoreIdentity& game = store_.identity();
  if (!has_forbidden_moves(game.rule) || how_.settings.vct_gap_nodes == 0) return Done{};
  std::vector<Position> alone;
  const std::vector<ReplyGaps> groups = grouped(gaps, game.attacker, alone);
  const std::size_t count = groups.size() + alone.size();
  Phase phase("looking for threats at gaps", count);
  const auto start = std::chrono::steady_clock::now();
  const double before = total_.seconds;
  std::size_t given = 0;
  constexpr std::size_t at_once = 32;  // made for all of them: what a search needs
  const auto next = [&]() -> std::optional<std::size_t> {
    total_.seconds = before + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (given >= count || is_over()) return std::nullopt;
    return std::exchange(given, given + at_once);
  };
  const auto work = [&](std::size_t first) {
    solve::VctReplies search(game.rule, game.size, how_.settings.vct_gap_nodes, how_.stop);
    Found found;
    for (std::size_t i = first; i < std::min(count, first + at_once); ++i) {
      if (i < groups.size()) {
        append(found.answers, answers_after(search, groups[i]));
      } else {
        const Position& position = alone[i - groups.size()];
        append(found.answers, solve::answers_of(position, search.search(position)));
      }
      phase.advance();
    }
    found.searches = search.nodes() / solve::vct_nodes_of_a_search;
    return found;
  };
  Answers waiting;
  const auto take = [&](const Found& found) -> Status {
    constexpr std::size_t kept_at_once = 2000;
    total_.searches += found.searches;
    append(waiting, found.answers);
    answered_by_threats_ += found.answers.size();
    return waiting.size() < kept_at_once ? Status(Done{}) : put(waiting, store_);
  };
  FIVEPROOF_TRY(in_order(how_.threads, next, work, take));
  return put(waiting, store_);
}

}  // namespace fiveproof::session
