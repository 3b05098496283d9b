#include "solve/search/move_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "dbsearch/shapes.hpp"
#include "game/legal_moves.hpp"
#include "game/line_board.hpp"
#include "solve/search/patterns.hpp"

namespace fiveproof::solve {
namespace {

using dbsearch::ShapeTable;
using dbsearch::Threat;
using dbsearch::ThreatKind;

constexpr std::uint32_t gain_bit = 1u << Threat::center;

/// The worth of a square on one line: of the best threat there, and of the stones near by in free windows.
int line_points(const ShapeTable& table, const Neighbourhood& n) {
  if (!has_stones(n)) return 0;  // so it is on most lines through most squares
  int best = 0;
  for (auto entry : table.applicable(n.own, n.blocked)) {
    const ThreatKind kind = dbsearch::all_shapes()[entry.shape].kind;
    best = std::max(best, kind == ThreatKind::three_two_replies     ? 40
                          : kind == ThreatKind::three_three_replies ? 30
                                                                    : 20);
  }
  // Stones up to four steps away count until something blocks, and only where a window of five is free.
  int free = 1;
  int near = 0;
  for (int way : {1, -1})
    for (int k = 1; k <= 4; ++k) {
      const std::uint32_t bit = way > 0 ? gain_bit << k : gain_bit >> k;
      if (n.blocked & bit) break;
      ++free;
      if (n.own & bit) near += 5 - k;
    }
  return free < 5 ? 0 : best + 2 * near;
}

/// Ranks the squares by learned weights, which a softmax turns into bits of surprise.
std::vector<RankedMove> learned_order(const Position& position, RuleSet rule, Color attacker) {
  const LineBoard board(position, attacker);
  const SquareSet legal = legal_moves(position, rule, attacker);
  std::vector<RankedMove> ranked;
  ranked.reserve(static_cast<std::size_t>(legal.size()));
  for (Square s : legal) {
    int worth = 0;
    bool is_near = false;
    for (int d = 0; d < direction_count; ++d) {
      const Neighbourhood own = board.around(0, s, d);
      const Neighbourhood other = board.around(1, s, d);
      is_near = is_near || has_stones(own) || has_stones(other);
      worth += weights_of(own).move_own + weights_of(other).move_other;
    }
    if (is_near) ranked.push_back({s, -static_cast<double>(worth) / weights_per_bit});
  }
  std::ranges::stable_sort(ranked, {}, &RankedMove::bits);
  double sum = 0;
  for (const RankedMove& move : ranked) sum += std::exp2(ranked.front().bits - move.bits);
  const double best = ranked.empty() ? 0 : ranked.front().bits - std::log2(sum);
  for (RankedMove& move : ranked) move.bits -= best;
  return ranked;
}

/// Ranks the squares by shapes: what the attacker makes there counts four times, and what the other side
/// would make there `defence_weight` times.
std::vector<RankedMove> shape_order(const Position& position, RuleSet rule, Color attacker,
                                    int defence_weight) {
  const bool is_begun = position.count(attacker) > 0;
  const int size = position.size();
  const ShapeTable& attack = ShapeTable::of(rule, attacker);
  const ShapeTable& defence = ShapeTable::of(rule, opponent(attacker));
  const LineBoard board(position, attacker);

  struct Ranked {
    int points, off_centre;
    Square square;
  };
  std::vector<Ranked> ranked;
  for (Square s : legal_moves(position, rule, attacker)) {
    int points = 0;
    for (int d = 0; d < direction_count; ++d) {
      points += 4 * line_points(attack, board.around(0, s, d));
      points += defence_weight * line_points(defence, board.around(1, s, d));
    }
    if (is_begun && points == 0) continue;
    const int off_centre = std::max(std::abs(2 * s.column() - size + 1), std::abs(2 * s.row() - size + 1));
    ranked.push_back({is_begun ? points : 0, off_centre, s});
  }
  std::ranges::sort(ranked, {},
                    [](const Ranked& r) { return std::tuple(-r.points, r.off_centre, r.square); });
  std::vector<RankedMove> moves;
  moves.reserve(ranked.size());
  for (const Ranked& r : ranked)
    moves.push_back({r.square, 1 + std::log2(1 + static_cast<double>(moves.size()))});
  return moves;
}

std::vector<RankedMove> with_the_rest(std::vector<RankedMove> moves, SquareSet rest) {
  for (const RankedMove& move : moves) rest.erase(move.square);
  const double bits = moves.empty() ? 1 : moves.back().bits + 1;
  for (Square s : rest) moves.push_back({s, bits});
  return moves;
}

}  // namespace

bool can_make_five(const Position& position, Color side) {
  const int size = position.size();
  const SquareSet free = SquareSet::whole_board(size) - position.stones(opponent(side));
  for (int d = 0; d < direction_count; ++d) {
    const int dx = direction_dx[d];
    const int dy = direction_dy[d];
    for (Square s : free) {
      const int end_x = s.column() + 4 * dx;
      const int end_y = s.row() + 4 * dy;
      if (end_x >= size || end_y >= size || end_y < 0) continue;
      int k = 1;
      while (k < 5 && free.contains(Square(s.column() + k * dx, s.row() + k * dy))) ++k;
      if (k == 5) return true;
    }
  }
  return false;
}

bool can_win_no_more(const Position& position, RuleSet rule, Color attacker) {
  return !has_forbidden_moves(rule, opponent(attacker)) && !can_make_five(position, attacker);
}

std::vector<RankedMove> all_moves(const Position& position, RuleSet rule, Color attacker, Ordering ordering) {
  return with_the_rest(ordered_moves(position, rule, attacker, ordering),
                       legal_moves(position, rule, attacker));
}

std::vector<Square> ordered_replies(const Position& and_position, RuleSet rule) {
  std::vector<Square> replies;
  const Color defender = and_position.to_move();
  for (const RankedMove& move :
       with_the_rest(shape_order(and_position, rule, defender, 2), legal_moves(and_position, rule, defender)))
    replies.push_back(move.square);
  return replies;
}

double difficulty(const Position& or_position, Color attacker) {
  const LineBoard board(or_position, attacker);
  int sum = toil_of_stones(or_position.stone_count());
  for (Square s : or_position.empties())
    for (int d = 0; d < direction_count; ++d) {
      const Neighbourhood own = board.around(0, s, d);
      const Neighbourhood other = board.around(1, s, d);
      if (has_stones(own)) sum += weights_of(own).toil_own;
      if (has_stones(other)) sum += weights_of(other).toil_other;
    }
  return static_cast<double>(sum) / weights_per_bit;
}

std::vector<RankedMove> ordered_moves(const Position& position, RuleSet rule, Color attacker,
                                      Ordering ordering) {
  const bool can_learn = ordering == Ordering::learned && position.count(attacker) > 0;
  return can_learn ? learned_order(position, rule, attacker) : shape_order(position, rule, attacker, 1);
}

}  // namespace fiveproof::solve
