// Alpha-beta over sorted successors, of which only the first are looked at (Chen & Wang 2004: beam search),
// deeper and deeper until the time is over.
//
// Where a side threatens a five or a straight four the other has few moves, and only these are tried. A line
// of forced replies is followed beyond the depth. What comes out is a good move and no proof: of successors
// beyond the beam nothing is known.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/clock.hpp"
#include "game/position.hpp"

namespace fiveproof::engine {

struct SearchLimits {
  int depth = 40;
  std::uint64_t nodes = ~std::uint64_t{0};
};

struct Searched {
  std::optional<Square> move;  ///< nothing where there was none to choose from
  int score = 0;               ///< for the side to move; won and lost from `sure` on
  int depth = 0;               ///< the last that was finished
  std::uint64_t nodes = 0;

  static constexpr int won = 1'000'000;  ///< less a point for each ply until it is seen
  static constexpr int sure = won - 1'000;
};

class AlphaBeta {
 public:
  /// `table_bytes`: of the table of positions, at most; it is rounded down to a power of two. require:
  /// is_board_size(size).
  AlphaBeta(RuleSet rule, int size, std::size_t table_bytes);
  ~AlphaBeta();
  AlphaBeta(AlphaBeta&&) noexcept;
  AlphaBeta& operator=(AlphaBeta&&) noexcept;

  /// Which of these moves is best? Without time some hundred positions are looked at all the same. require:
  /// the moves are legal; nobody has a five.
  [[nodiscard]] Searched search(const Position& position, std::span<const Square> moves,
                                const Thought& thought, const SearchLimits& limits);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The squares worth a look for the side to move, best first, at most so many; all legal. Empty where no
/// square is near a stone.
[[nodiscard]] std::vector<Square> sorted_successors(const Position& position, RuleSet rule, std::size_t most);

}  // namespace fiveproof::engine
