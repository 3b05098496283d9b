// Plans that win, of more shapes than db-search finds: what they are worth is the kernel's to say.
#pragma once

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/audit/plain_rules.hpp"

namespace fiveproof::audit::test {

/// Makes plans that win, of all shapes: moves that make fours or threes, and plans of their own after
/// replies.
class PlanMaker {
 public:
  PlanMaker(Board& board, Stone attacker, Random& random)
      : board_(board), attacker_(attacker), defender_(other(attacker)), random_(random) {}

  /// The attacker to move. Nothing if none of some tries wins.
  std::optional<std::vector<Step>> make(int depth) {
    if (board_.five_points(attacker_).count > 0) return std::vector<Step>();
    const FivePoints theirs = board_.five_points(defender_);
    if (theirs.count > 1 || depth == 0) return std::nullopt;
    std::vector<Point> moves{theirs.points[0]};
    if (theirs.count == 0) {
      moves = board_.near(attacker_, 3);
      if (moves.empty() || random_.one_in(3)) moves = board_.near(attacker_, 2);
    }
    for (int tries = theirs.count > 0 ? 1 : 4; tries > 0 && !moves.empty(); --tries) {
      const Point move = random_.pick(moves);
      board_.place(attacker_, move);
      auto steps = after(move, depth);
      board_.take_back();
      if (steps) return steps;
    }
    return std::nullopt;
  }

 private:
  std::optional<std::vector<Step>> after(Point move, int depth) {
    if (board_.is_full() || board_.five_points(defender_).count > 0) return std::nullopt;
    std::vector<Step> steps{{move, {}}};
    std::vector<Point> replies;
    const FivePoints five = board_.five_points(attacker_);
    if (five.count == 1) replies = {five.points[0]};
    if (five.count == 0) {
      const auto threat = straight_four(replies);
      if (threat) {
        steps.push_back({*threat, {}});
      } else {
        if (board_.points() - static_cast<int>(board_.stones().size()) > 9) return std::nullopt;
        for (Point p = 0; p < board_.points(); ++p)
          if (board_.is_empty(p)) replies.push_back(p);
      }
    }
    for (const Point reply : replies) {
      board_.place(defender_, reply);
      auto plan = make(depth - 1);
      board_.take_back();
      if (!plan) return std::nullopt;
      steps[0].branches.push_back({{reply}, *std::move(plan)});
    }
    return steps;
  }
  std::optional<Point> straight_four(std::vector<Point>& replies) {
    std::vector<Point> moves = board_.near(attacker_, 3);
    random_.shuffle(moves);
    for (const Point g : moves) {
      board_.place(attacker_, g);
      const FivePoints then = board_.five_points(attacker_);
      replies = board_.near(defender_, 3);
      board_.take_back();
      if (then.count < 2) continue;
      replies.insert(replies.end(), then.points.begin(), then.points.begin() + 2);
      replies.push_back(g);
      std::sort(replies.begin(), replies.end());
      replies.erase(std::unique(replies.begin(), replies.end()), replies.end());
      return g;
    }
    replies.clear();
    return std::nullopt;
  }
  Board& board_;
  Stone attacker_, defender_;
  Random& random_;
};

/// Positions with the defender to move, who has no five point.
inline std::optional<Cells> and_position(const PlainRules& rules, int empty, Stone attacker, Random& random) {
  const Cells cells = random.board(rules, empty, attacker, random.between(4, 7));
  if (!rules.five_points(cells, other(attacker)).empty()) return std::nullopt;
  if (rules.five_points(cells, attacker).size() > 0 && !random.one_in(20)) return std::nullopt;
  return cells;
}

/// `use(rules, cells, attacker)` of so many of them, free-style and standard in turn, on boards of `smallest`
/// to `largest` lines; `empty(points)` says how many squares are empty. What is no such position is left out.
template <typename Empty, typename Use>
void on_and_positions(int boards, int smallest, int largest, Random& random, Empty empty, Use use) {
  for (int i = 0; i < boards; ++i) {
    const PlainRules rules(i % 2 == 0 ? Rule::freestyle : Rule::standard, random.between(smallest, largest));
    const Stone attacker = random.one_in(2) ? black : white;
    const int empties = empty(rules.size() * rules.size());
    if (const auto cells = and_position(rules, empties, attacker, random)) use(rules, *cells, attacker);
  }
}

/// Stones on "b1 c4".
inline void place(Board& board, Stone c, const std::string& squares) {
  std::istringstream words(squares);
  for (std::string word; words >> word;)
    board.place(c, (word[0] - 'a') * board.size() + std::stoi(word.substr(1)) - 1);
}

}  // namespace fiveproof::audit::test
