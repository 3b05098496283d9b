#include "dbsearch/exact_search.hpp"

#include <algorithm>

namespace fiveproof::dbsearch {
namespace {

void append_fours(const FourLine& fours, PlayedSteps* steps) {
  if (steps == nullptr) return;
  for (Square four : fours) steps->push_back({four});
}

FourLine moves_of(std::span<const PlayedStep> steps) {
  FourLine moves;
  for (const PlayedStep& step : steps) moves.push_back(step.move);
  return moves;
}

}  // namespace

ExactSearch::ExactSearch(RuleSet rule, int size, std::uint32_t effort, PlayingOut playing_out)
    : rule_(rule), vcf_(rule, size), searcher_(rule, size), position_(size), playing_out_(playing_out) {
  options_.node_limit = effort;
}

void ExactSearch::set_position(const Position& position, Color attacker) {
  attacker_ = attacker;
  position_ = position;
  puts_.clear();
  held_.clear();
  vcf_.set_position(position, attacker);
  searcher_.set_position(position, attacker);
}

void ExactSearch::put(Color c, Square s) {
  puts_.push_back(s);
  play(c, s);
  searcher_.put(c, s);
}

void ExactSearch::undo() {
  take_back(puts_.back());
  searcher_.undo();
  puts_.pop_back();
}

void ExactSearch::play(Color c, Square s) {
  position_.put(c, s);
  vcf_.put(c, s);
}

void ExactSearch::take_back(Square s) {
  vcf_.undo();
  position_.take(s);
}

ExactResult ExactSearch::search_fours() {
  VcfResult found = vcf_.search(options_.node_limit);
  ExactResult result;
  result.win = result.by_fours = found.win;
  result.cut_short = found.cut_short;
  result.nodes = found.nodes;
  result.fours = std::move(found.fours);
  return result;
}

ExactResult ExactSearch::search() {
  held_.clear();
  ExactResult result = search_fours();
  if (result.win) return result;
  Proposals proposals{playing_out_.positions};
  const Searcher::Judge judge_proposal = [&](const ThreatSequence& threats) {
    return judge(threats, proposals);
  };
  SearchResult threes = searcher_.search(options_, judge_proposal);
  result.nodes += threes.nodes;
  if (!threes.win && playing_out_.positions > 0 &&
      (proposals.positions_left > 0 || !has_forbidden_moves(rule_, attacker_))) {
    threes = searcher_.search(without_reductions(options_), judge_proposal);
    result.nodes += threes.nodes;
  }
  if (!threes.win) {
    const auto wins = [&](const ThreatSequence& threats) {
      return wins_within_limit(gains_of(threats), proposals);
    };
    const auto found = std::find_if(proposals.put_off.begin(), proposals.put_off.end(), wins);
    threes.win = found != proposals.put_off.end();
    if (threes.win) threes.sequence = std::move(*found);
  }
  result.win = threes.win;
  result.threats = std::move(threes.sequence);
  result.cut_short = !result.win && (result.cut_short || threes.cut_short || proposals.gave_up);
  return result;
}

Searcher::Judgement ExactSearch::judge(const ThreatSequence& threats, Proposals& proposals) {
  using enum Searcher::Judgement;
  const std::vector<Square> gains = gains_of(threats);
  SquareSet moves;
  for (Square gain : gains) moves.insert(gain);
  const auto covers = [&](const SquareSet& known) { return (moves & known) == moves; };
  if (std::any_of(proposals.seen.begin(), proposals.seen.end(), covers)) return does_not;
  if (playing_out_.allowed_first && has_forbidden_moves(rule_, attacker_) && !is_allowed_in_order(threats))
    proposals.put_off.push_back(threats);
  else if (wins_within_limit(gains, proposals))
    return wins;
  proposals.seen.push_back(moves);
  // What is replayed can still win, for an attacker without forbidden moves.
  return proposals.positions_left == 0 && has_forbidden_moves(rule_, attacker_) ? no_more : does_not;
}

// As many positions as are left may be looked at.
bool ExactSearch::wins_within_limit(std::span<const Square> moves, Proposals& proposals) {
  const std::uint32_t limit = std::min(proposals.positions_left, replay_limit);
  positions_left_ = limit;
  const bool wins = wins_within_limit(moves);
  proposals.positions_left -= limit - positions_left_;
  proposals.gave_up = proposals.gave_up || (!wins && positions_left_ == 0);
  return wins;
}

// May the attacker play the moves as db-search has them, each being answered on all its cost squares? Who has
// forbidden moves is told only what can be replayed, so that these squares are empty.
bool ExactSearch::is_allowed_in_order(const ThreatSequence& threats) {
  int stones = 0;
  const auto put = [&](Color c, Square s) {
    vcf_.put(c, s);
    ++stones;
  };
  const bool is_allowed = std::all_of(threats.begin(), threats.end(), [&](const Threat& threat) {
    if (!vcf_.is_legal(attacker_, threat.gain)) return false;
    put(attacker_, threat.gain);
    threat.each_cost([&](Square s) { put(opponent(attacker_), s); });
    return true;
  });
  while (stones-- > 0) vcf_.undo();
  return is_allowed;
}

std::vector<Square> ExactResult::moves() const { return by_fours ? fours : gains_of(threats); }

bool ExactSearch::wins_by_replay(const ThreatSequence& threats) {
  return !has_forbidden_moves(rule_, attacker_) && searcher_.replay(threats);
}

bool ExactSearch::wins_with(const ThreatSequence& threats) {
  return wins_by_replay(threats) || wins_with(gains_of(threats));
}

bool ExactSearch::wins_with(std::span<const Square> moves) {
  positions_left_ = std::min(playing_out_.positions, replay_limit);
  return wins_within_limit(moves);
}

bool ExactSearch::wins_within_limit(std::span<const Square> moves) {
  std::vector<Square> left(moves.begin(), moves.end());
  return attacker_to_move(left, {}, nullptr);
}

std::optional<PlayedSteps> ExactSearch::play_out(std::span<const Square> moves, const PlayedSteps& like,
                                                 std::uint32_t positions) {
  std::vector<Square> left(moves.begin(), moves.end());
  PlayedSteps steps;
  positions_left_ = positions;
  if (!like.empty() && wins_like(like, left, &steps)) return steps;
  positions_left_ = positions;
  if (attacker_to_move(left, {}, &steps)) return steps;
  return std::nullopt;
}

std::optional<PlayedSteps> ExactSearch::play_out(const ThreatSequence& threats, const PlayedSteps& like,
                                                 std::uint32_t positions) {
  return play_out(gains_of(threats), like, positions);
}

// Fours first; then any of the moves that are left may be the next one, as one order can win and another not.
bool ExactSearch::attacker_to_move(std::vector<Square>& moves, Like like, PlayedSteps* steps) {
  if (positions_left_ == 0) return false;
  --positions_left_;
  if (!like.empty() && wins_like(like, moves, steps)) return true;
  if (const VcfResult found = vcf_.search(playing_out_.fours); found.win)
    return append_fours(found.fours, steps), true;
  const std::vector<Square> threatened = vcf_.defender_five_squares();
  if (!threatened.empty()) return threatened.size() == 1 && wins_after(threatened.front(), moves, {}, steps);
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (wins_by_move(i, moves, {}, steps)) return true;
  return false;
}

// What won elsewhere: all of it as fours, or its first move, which is one of those that are left.
bool ExactSearch::wins_like(Like like, std::vector<Square>& moves, PlayedSteps* steps) {
  if (const FourLine fours = moves_of(like); vcf_.replay(fours)) return append_fours(fours, steps), true;
  if (!vcf_.defender_five_squares().empty()) return false;
  const auto first = std::find(moves.begin(), moves.end(), like.front().move);
  return first != moves.end() &&
         wins_by_move(static_cast<std::size_t>(first - moves.begin()), moves, like, steps);
}

bool ExactSearch::wins_by_move(std::size_t i, std::vector<Square>& moves, Like like, PlayedSteps* steps) {
  const Square move = moves[i];
  moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(i));
  const bool wins = wins_after(move, moves, like, steps);
  moves.insert(moves.begin() + static_cast<std::ptrdiff_t>(i), move);
  return wins;
}

bool ExactSearch::wins_after(Square move, std::vector<Square>& moves, Like like, PlayedSteps* steps) {
  if (!vcf_.is_legal(attacker_, move)) return false;
  const std::size_t before = steps == nullptr ? 0 : steps->size();
  if (steps != nullptr) steps->push_back({move});
  play(attacker_, move);
  const bool wins = defender_to_move(moves, like, steps);
  take_back(move);
  if (!wins && steps != nullptr) steps->resize(before);
  return wins;
}

std::optional<FourLine> ExactSearch::fours_after_pass(Like like) {
  if (!like.empty())
    if (FourLine fours = moves_of(like.subspan(1)); vcf_.replay(fours)) return fours;
  VcfResult found = vcf_.search(playing_out_.fours);
  if (!found.win) return std::nullopt;
  return std::move(found.fours);
}

// The attacker has just moved, the first of `like` where there is one, and made no five. The defender has no
// five to make, and every legal reply of his loses: by the line of fours that wins after a pass, as it stands
// where none of its steps read the reply's square, or by what is found when the reply is played. Forbidden
// replies lose at once.
bool ExactSearch::defender_to_move(std::vector<Square>& moves, Like like, PlayedSteps* steps) {
  const Color defender = opponent(attacker_);
  if (!vcf_.defender_five_squares().empty() || position_.is_full()) return false;
  const std::optional<FourLine> after_pass = fours_after_pass(like);
  if (!after_pass) return false;
  const SquareSet read = vcf_.squares_read(*after_pass);
  std::vector<PlayedBranch> branches;
  const auto like_after = [&](Square reply) -> Like {
    if (like.empty()) return {};
    for (const PlayedBranch& branch : like.front().branches)
      if (branch.reply == reply) return branch.steps;
    return {};
  };
  const auto loses = [&](Square reply) {
    if (!vcf_.is_legal(defender, reply)) return true;
    PlayedBranch branch{reply, {}};
    play(defender, reply);
    const bool is_replayed = vcf_.replay(*after_pass);
    const bool wins =
        is_replayed || attacker_to_move(moves, like_after(reply), steps == nullptr ? nullptr : &branch.steps);
    take_back(reply);
    if (wins && !is_replayed && steps != nullptr) branches.push_back(std::move(branch));
    return wins;
  };
  SquareSet replies = position_.empties() & read;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const Square reply = held_[i];
    if (!replies.contains(reply)) continue;
    replies.erase(reply);
    if (loses(reply)) continue;
    std::erase(held_, reply);
    held_.insert(held_.begin(), reply);
    return false;
  }
  for (Square reply : replies) {
    if (loses(reply)) continue;
    held_.insert(held_.begin(), reply);
    return false;
  }
  if (steps == nullptr) return true;
  steps->back().branches = std::move(branches);
  append_fours(*after_pass, steps);
  return true;
}

}  // namespace fiveproof::dbsearch
