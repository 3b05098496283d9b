#include "engine/player.hpp"

#include <algorithm>
#include <cstdlib>

#include "game/legal_moves.hpp"
#include "game/notation.hpp"

namespace fiveproof::engine {
namespace {

/// How many successors are thought of at the root.
constexpr std::size_t width = 40;
/// Of searches for a win on our own; less where time is short.
constexpr WinEffort large_effort{.fours = 20'000, .threats = 3'000, .fully = true};
/// Where a move is asked whether it loses at once, the searches are small, as there are many.
constexpr WinEffort small_effort{.fours = 300, .threats = 100, .fully = false};

/// Of moves beyond the beam nothing is known: it is no proof, neither way.
std::string score_text(int score) {
  if (score >= Searched::sure) return "hopes to win in " + std::to_string(Searched::won - score) + " plies";
  if (score <= -Searched::sure) return "fears to lose in " + std::to_string(Searched::won + score) + " plies";
  return "score " + std::to_string(score);
}

/// The empty square that is nearest to the middle, of those that may be played.
Square middle_of(const SquareSet& squares, int size) {
  const auto distance = [size](Square s) {
    return std::abs(2 * s.column() - size + 1) + std::abs(2 * s.row() - size + 1);
  };
  Square best = squares.first();
  for (const Square s : squares)
    if (distance(s) < distance(best)) best = s;
  return best;
}

}  // namespace

Player::Player(RuleSet rule, int size, ProofShelf& shelf, std::size_t table_bytes)
    : rule_(rule), size_(size), shelf_(shelf), winning_(rule, size), alpha_beta_(rule, size, table_bytes) {
  // Tables of lines are made when they are first asked for, shapes and forbidden points in some 10 ms each.
  // Now there is time.
  (void)sorted_successors(Position(size), rule, 1);
}

std::optional<Choice> Player::choose(const Position& position, const Thought& thought,
                                     const SearchLimits& limits) {
  const SquareSet legal = legal_moves(position, rule_, position.to_move());
  if (legal.empty()) return std::nullopt;
  std::optional<Choice> choice = from_proof(position);
  if (!choice) choice = by_force(position, thought);
  if (!choice) choice = parry(position);
  if (!choice) choice = alone(position, thought, limits);
  last_ = choice->why;
  return choice;
}

/// A stored move; but a five ends the game, whatever is stored.
std::optional<Choice> Player::from_proof(const Position& position) {
  if (!five_squares(position, rule_, position.to_move()).empty()) return std::nullopt;
  const auto found = shelf_.stored(position);
  if (!found) return std::nullopt;
  std::string text = "in the proof " + found->proof + ": record " + std::to_string(found->record) + " of " +
                     std::to_string(found->records);
  if (found->plies)
    text += ", at most " + std::to_string(*found->plies) + " plies of stored moves, then threats";
  return Choice{found->move, Why::proof, std::move(text)};
}

/// A win that has begun, or that a proof promises, is carried on however short the time is: it takes some
/// milliseconds.
std::optional<Choice> Player::by_force(const Position& position, const Thought& thought) {
  const bool is_proved = shelf_.arises(position);
  const Thought enough(Clock::now() + std::chrono::seconds(10));
  auto win = is_proved || last_ != Why::alone ? winning_.find(position, enough, {})
                                              : winning_.find(position, thought.part(0.3), large_effort);
  if (!win && is_proved)
    if (const auto sequence = shelf_.lost(position)) win = winning_.adopt(position, *sequence);
  if (!win) return std::nullopt;
  return Choice{win->move, Why::sequence, "in a sequence: " + text_of(*win, size_)};
}

/// Against a five of the other side; where there are two squares one is as good as the other.
std::optional<Choice> Player::parry(const Position& position) {
  const Color us = position.to_move();
  for (const Square s : five_squares(position, rule_, opponent(us))) {
    if (!is_legal(position, rule_, us, s)) continue;
    const bool goes_on = last_ != Why::alone;
    return Choice{s, goes_on ? Why::sequence : Why::alone,
                  (goes_on ? "in a sequence: parries " : "on its own: parries ") + to_text(s)};
  }
  return std::nullopt;
}

Choice Player::alone(const Position& position, const Thought& thought, const SearchLimits& limits) {
  // On a board without stones all squares are much the same by value.
  const auto moves = position.stone_count() == 0 ? std::vector<Square>() : candidates(position, thought);
  if (moves.empty()) {
    const Square move = middle_of(legal_moves(position, rule_, position.to_move()), size_);
    return {move, Why::alone, "on its own: in the middle"};
  }
  const Searched found = alpha_beta_.search(position, moves, thought, limits);
  return {found.move.value_or(moves.front()), Why::alone,
          "on its own: depth " + std::to_string(found.depth) + ", " + score_text(found.score) + ", " +
              std::to_string(found.nodes) + " positions"};
}

/// What is worth a look. If the other side would win by force, only what could spoil that is.
std::vector<Square> Player::candidates(const Position& position, const Thought& thought) {
  std::vector<Square> moves = sorted_successors(position, rule_, width);
  const auto threat = winning_.threat_against(position, thought.part(0.3), large_effort);
  if (threat) {
    const SquareSet spoil = winning_.squares_of(position, opponent(position.to_move()), *threat);
    std::vector<Square> defences;
    for (const Square s : sorted_successors(position, rule_, Square::count))
      if (spoil.contains(s) || std::ranges::find(moves, s) != moves.end()) defences.push_back(s);
    std::stable_partition(defences.begin(), defences.end(), [&spoil](Square s) { return spoil.contains(s); });
    moves = std::move(defences);
  }
  return that_hold(position, moves, thought.part(threat ? 0.6 : 0.4));
}

/// Those after which the other side has no win by force that a small search finds; all of them where none
/// holds, and those for whom no time was left.
std::vector<Square> Player::that_hold(const Position& position, const std::vector<Square>& moves,
                                      const Thought& thought) {
  std::vector<Square> held;
  for (const Square move : moves) {
    if (thought.is_over()) {
      if (held.empty()) return moves;
      break;
    }
    Position after = position;
    after.play(move);
    // Asked for the side that moves next: it is the attacker. A move that makes a five of ours is none of
    // these.
    after.set_to_move(position.to_move());
    if (!winning_.threat_against(after, thought, small_effort)) held.push_back(move);
  }
  return held.empty() ? moves : held;
}

int Player::worth(const Position& position, const Thought& thought, const SearchLimits& limits) {
  if (winning_.find(position, thought.part(0.3), {})) return Searched::won;
  const auto moves = candidates(position, thought);
  if (moves.empty()) return 0;
  return alpha_beta_.search(position, moves, thought, limits).score;
}

}  // namespace fiveproof::engine
