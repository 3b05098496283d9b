#include "dbsearch/exact_search.hpp"

#include <algorithm>

#include "game/five.hpp"
#include "game/legal_moves.hpp"

namespace fiveproof::dbsearch {

ExactSearch::ExactSearch(RuleSet rule, int size, std::uint32_t effort)
    : rule_(rule), vcf_(rule, size), searcher_(rule, size), position_(size) {
  options_.node_limit = effort;
}

void ExactSearch::set_position(const Position& position, Color attacker) {
  attacker_ = attacker;
  position_ = position;
  puts_.clear();
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

ExactResult ExactSearch::search() {
  ExactResult result;
  VcfResult fours = vcf_.search(options_.node_limit);
  result.nodes = fours.nodes;
  if (fours.win) {
    result.win = result.by_fours = true;
    result.moves = std::move(fours.fours);
    return result;
  }
  const SearchResult threes = searcher_.search(options_, [&](const ThreatSequence& sequence) {
    std::vector<Square> moves;
    for (const Threat& threat : sequence) moves.push_back(threat.gain);
    if (!wins_with(moves)) return false;
    result.moves = std::move(moves);
    return true;
  });
  result.win = threes.win;
  result.nodes += threes.nodes;
  result.cut_short = !result.win && (fours.cut_short || threes.cut_short);
  return result;
}

bool ExactSearch::wins_with(std::span<const Square> moves) {
  std::vector<Square> left(moves.begin(), moves.end());
  positions_left_ = replay_limit;
  return attacker_to_move(left);
}

// Fours first; then any of the moves that are left may be the next one, as one order can win and another not.
bool ExactSearch::attacker_to_move(std::vector<Square>& moves) {
  if (positions_left_ == 0) return false;
  --positions_left_;
  if (vcf_.search(fours_limit).win) return true;
  const SquareSet threatened = five_squares(position_, rule_, opponent(attacker_));
  if (!threatened.empty()) return threatened.size() == 1 && wins_after(threatened.first(), moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Square move = moves[i];
    moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(i));
    const bool wins = wins_after(move, moves);
    moves.insert(moves.begin() + static_cast<std::ptrdiff_t>(i), move);
    if (wins) return true;
  }
  return false;
}

bool ExactSearch::wins_after(Square move, std::vector<Square>& moves) {
  if (!is_legal(position_, rule_, attacker_, move)) return false;
  play(attacker_, move);
  const bool wins = defender_to_move(moves);
  take_back(move);
  return wins;
}

// The attacker has just moved, and made no five. The defender has no five to make, and every legal reply of his loses:
// by the line of fours that wins after a pass, as it stands where none of its steps read the reply's square, or by what
// is found when the reply is played. Forbidden replies lose at once.
bool ExactSearch::defender_to_move(std::vector<Square>& moves) {
  const Color defender = opponent(attacker_);
  if (!five_squares(position_, rule_, defender).empty() || position_.is_full()) return false;
  const VcfResult after_pass = vcf_.search(fours_limit);
  if (!after_pass.win) return false;
  const SquareSet read = vcf_.squares_read(after_pass.fours);
  for (Square reply : legal_moves(position_, rule_, defender) & read) {
    play(defender, reply);
    const bool wins = vcf_.replay(after_pass.fours) || attacker_to_move(moves);
    take_back(reply);
    if (!wins) return false;
  }
  return true;
}

}  // namespace fiveproof::dbsearch
