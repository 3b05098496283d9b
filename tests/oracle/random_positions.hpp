// Random positions for comparing db-search with the oracle. The same seed gives the same positions
// everywhere.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "game/position.hpp"

namespace fiveproof::oracle {

struct RandomPosition {
  std::string_view kind;  ///< how it was made
  RuleSet rule = RuleSet::freestyle;
  Color attacker = Color::black;
  Position position;  ///< no five of either side; the attacker is to move
};

class RandomPositions {
 public:
  explicit RandomPositions(std::uint64_t seed) : random_(seed) {}

  /// Sizes 7 to 15, both rules, either colour, one of: uniform, clustered, defender fours, near play.
  [[nodiscard]] RandomPosition next();
  /// 15x15, no win in two moves lying about: wins, where there are any, tend to be long.
  [[nodiscard]] RandomPosition next_long();

  /// A number in [0, n). require: n > 0.
  [[nodiscard]] int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  [[nodiscard]] int between(int low, int high) { return low + below(high - low + 1); }
  /// require: not empty.
  [[nodiscard]] Square pick(const SquareSet& squares);

 private:
  Position uniform(int size);
  Position clustered(int size, int radius, int stones);
  Position defender_fours(int size, Color defender);
  Position near_play(int size, int stones);
  void scatter(Position& position, const SquareSet& where, int stones);

  std::mt19937_64 random_;
};

}  // namespace fiveproof::oracle
