// Wins by fours, slow and obvious: what dbsearch/vcf.hpp is held against.
//
// It knows a position and squares: a five is a row that is counted, a forbidden point what
// tests/game/literal_forbidden says, a four a stone after which there is a square that makes a five.
// Everything is tried.
#pragma once

#include <map>
#include <vector>

#include "game/position.hpp"
#include "game/rules.hpp"
#include "tests/game/literal_forbidden.hpp"

namespace fiveproof::test {

class LiteralVcf {
 public:
  LiteralVcf(const Position& position, RuleSet rule, Color attacker)
      : position_(position), rule_(rule), attacker_(attacker) {}

  /// Does the attacker, to move, win by fours alone? require: nobody has a five.
  [[nodiscard]] bool wins() {
    const auto [place, is_new] = known_.try_emplace(key(), false);
    if (!is_new) return place->second;
    const bool won = looks_won();
    return known_[key()] = won;
  }

 private:
  using Squares = std::vector<Square>;

  [[nodiscard]] bool looks_won() {
    if (!five_squares(attacker_).empty()) return true;
    const Color defender = opponent(attacker_);
    const Squares threatened = five_squares(defender);
    if (threatened.size() > 1) return false;
    for (Square s : position_.empties()) {
      if (!threatened.empty() && s != threatened.front()) continue;
      if (!may_play(attacker_, s)) continue;
      position_.put(attacker_, s);
      const bool won = wins_after_four(defender);
      position_.take(s);
      if (won) return true;
    }
    return false;
  }
  [[nodiscard]] bool wins_after_four(Color defender) {
    const Squares fives = five_squares(attacker_);
    if (fives.size() > 1) return true;
    if (fives.empty()) return false;
    if (!may_play(defender, fives.front())) return true;
    position_.put(defender, fives.front());
    const bool won = wins();
    position_.take(fives.front());
    return won;
  }
  /// The empty squares on which a stone makes a five of `c`.
  [[nodiscard]] Squares five_squares(Color c) {
    Squares found;
    for (Square s : position_.empties()) {
      position_.put(c, s);
      if (is_in_five(c, s)) found.push_back(s);
      position_.take(s);
    }
    return found;
  }
  [[nodiscard]] bool is_in_five(Color c, Square s) const {
    const bool is_exact = rule_ == RuleSet::standard || (rule_ == RuleSet::renju && c == Color::black);
    for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      const int length = 1 + run(c, s, dx, dy) + run(c, s, -dx, -dy);
      if (length == 5 || (length > 5 && !is_exact)) return true;
    }
    return false;
  }
  [[nodiscard]] int run(Color c, Square s, int dx, int dy) const {
    int length = 0;
    for (int x = s.column() + dx, y = s.row() + dy;
         x >= 0 && y >= 0 && x < position_.size() && y < position_.size() && position_.at(Square(x, y)) == c;
         x += dx, y += dy)
      ++length;
    return length;
  }
  [[nodiscard]] bool may_play(Color c, Square s) {
    return rule_ != RuleSet::renju || c == Color::white ||
           LiteralForbidden(position_).kind_of(s) == Forbidden::no;
  }
  [[nodiscard]] std::pair<std::vector<int>, std::vector<int>> key() const {
    std::pair<std::vector<int>, std::vector<int>> stones;
    for (Square s : position_.stones(Color::black)) stones.first.push_back(s.number());
    for (Square s : position_.stones(Color::white)) stones.second.push_back(s.number());
    return stones;
  }

  Position position_;
  RuleSet rule_;
  Color attacker_;
  std::map<std::pair<std::vector<int>, std::vector<int>>, bool> known_;
};

}  // namespace fiveproof::test
