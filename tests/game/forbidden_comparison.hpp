// The forbidden points of game/forbidden.hpp held against those of literal_forbidden.hpp, on any position.
//
// The literal method is slow, so of the squares on which nothing can be forbidden only some are asked about:
// those with at most one black stone within four squares on each of their lines.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <random>

#include "game/forbidden.hpp"

namespace fiveproof::test {

/// Stones in a part of the board, or around points on which lines of Black cross: the denser, the more threes
/// meet.
[[nodiscard]] Position position_with_threes(std::mt19937_64& random);

class ForbiddenComparison {
 public:
  /// Differences are written to `log` as diagrams.
  explicit ForbiddenComparison(std::ostream& log) : log_(log) {}

  /// Asks about every square that is called forbidden, or has two black stones within four squares on a line,
  /// and about `others` of the rest. False when an answer differs.
  bool agree_on(const Position& position, std::mt19937_64& random, int others);
  void print(std::ostream& out) const;

  std::uint64_t positions = 0;
  std::uint64_t points = 0;
  std::array<std::uint64_t, 4> by_kind{};  ///< points, by Forbidden
  std::uint64_t fewer_threes =
      0;                        ///< allowed points on two lines of which there are squares for straight fours
  int deepest = 0;              ///< threes within threes
  std::uint64_t different = 0;  ///< points on which the methods do not agree

 private:
  std::ostream& log_;
};

}  // namespace fiveproof::test
