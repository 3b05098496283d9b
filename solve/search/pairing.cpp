#include "solve/search/pairing.hpp"

#include <algorithm>

#include "dbsearch/threat.hpp"

namespace fiveproof::solve {
namespace {

constexpr int five = 5;

/// Searches by backtracking. The line with the fewest pairs left comes first, and of its pairs the one that
/// serves most lines.
class PairSearch {
 public:
  PairSearch(const Position& position, Color attacker, std::uint32_t limit)
      : empty_(position.empties()), left_(limit) {
    const SquareSet theirs = position.stones(opponent(attacker));
    const int size = position.size();
    for (int d = 0; d < direction_count; ++d)
      for (Square s : SquareSet::whole_board(size)) {
        const int dx = direction_dx[d], dy = direction_dy[d];
        const int end_x = s.column() + (five - 1) * dx, end_y = s.row() + (five - 1) * dy;
        if (end_x >= size || end_y < 0 || end_y >= size) continue;
        SquareSet line;
        for (int k = 0; k < five; ++k) line.insert(Square(s.column() + k * dx, s.row() + k * dy));
        if (!line.intersects(theirs)) lines_.push_back(line);
      }
  }

  std::optional<Pairing> run() {
    if (!serve_rest()) return std::nullopt;
    return std::move(pairs_);
  }

 private:
  [[nodiscard]] bool is_served(const SquareSet& line) const {
    return std::ranges::any_of(
        pairs_, [&](const auto& p) { return line.contains(p.first) && line.contains(p.second); });
  }

  bool serve_rest() {
    if (left_ == 0) return false;
    --left_;
    SquareSet tightest;
    int fewest = five + 1;
    std::vector<SquareSet> waiting;  // the empty squares of each line that no pair serves
    for (const SquareSet& line : lines_) {
      if (is_served(line)) continue;
      const SquareSet free = line & empty_;
      if (free.size() < 2) return false;
      waiting.push_back(free);
      if (free.size() >= fewest) continue;
      fewest = free.size();
      tightest = free;
    }
    if (waiting.empty()) return true;

    struct Candidate {
      Square a, b;
      std::ptrdiff_t served;
    };
    std::vector<Candidate> candidates;
    for (Square a : tightest)
      for (Square b : tightest)
        if (a < b)
          candidates.push_back({a, b, std::ranges::count_if(waiting, [&](const SquareSet& line) {
                                  return line.contains(a) && line.contains(b);
                                })});
    std::ranges::stable_sort(candidates, std::greater{}, &Candidate::served);
    for (const Candidate& candidate : candidates) {
      pairs_.emplace_back(candidate.a, candidate.b);
      empty_.erase(candidate.a);
      empty_.erase(candidate.b);
      if (serve_rest()) return true;
      empty_.insert(candidate.a);
      empty_.insert(candidate.b);
      pairs_.pop_back();
    }
    return false;
  }

  std::vector<SquareSet> lines_;
  SquareSet empty_;
  std::uint32_t left_;
  Pairing pairs_;
};

}  // namespace

std::optional<Pairing> find_pairing(const Position& position, RuleSet rule, Color attacker,
                                    std::uint32_t limit) {
  if (has_forbidden_moves(rule, opponent(attacker))) return std::nullopt;
  return PairSearch(position, attacker, limit).run();
}

}  // namespace fiveproof::solve
