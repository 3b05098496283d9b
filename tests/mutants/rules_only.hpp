// The rules of the game, and what follows from them by brute force. Nothing of this project is used, except,
// where it is said, as a hint that is then played out in full.
#pragma once

#include <string>
#include <vector>

#include "tests/mutants/draft.hpp"

namespace fiveproof::mutants {

/// Is the stone on `place` part of a five? A row of more than five is one in free-style, and of White's in
/// renju.
[[nodiscard]] bool is_in_five(const Grid& grid, Rule rule, int place);
[[nodiscard]] bool has_five(const Grid& grid, Rule rule, char colour);
/// Would a stone of `colour` on the empty `place` make a five?
[[nodiscard]] bool makes_five(const Grid& grid, Rule rule, char colour, int place);
/// May `colour` play there? An empty square; in renju, for Black, by the test's own literal rule.
[[nodiscard]] bool is_legal(const Grid& grid, Rule rule, char colour, int place);
/// Is the game over: a five of either side, no empty square, or in renju a longer row of Black's?
[[nodiscard]] bool is_over(const Grid& grid, Rule rule);

/// The smallest of the eight images, as a key, and the symmetries that lead to it.
struct SmallestImage {
  std::string cells;
  std::vector<int> symmetries;
};
[[nodiscard]] SmallestImage smallest_image(const Grid& grid);

}  // namespace fiveproof::mutants
