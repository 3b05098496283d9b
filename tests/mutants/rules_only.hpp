// The rules of the game, and what follows from them by brute force. Nothing of this project is used, except,
// where it is said, as a hint that is then played out in full.
#pragma once

#include <string>
#include <vector>

#include "tests/mutants/draft.hpp"

namespace fiveproof::mutants {

/// Is the stone on `place` part of a five? A row of more than five is one in free-style only.
[[nodiscard]] bool is_in_five(const Grid& grid, Rule rule, int place);
[[nodiscard]] bool has_five(const Grid& grid, Rule rule, char colour);
/// Would a stone of `colour` on the empty `place` make a five?
[[nodiscard]] bool makes_five(const Grid& grid, Rule rule, char colour, int place);

/// The smallest of the eight images, as a key, and the symmetries that lead to it.
struct SmallestImage {
  std::string cells;
  std::vector<int> symmetries;
};
[[nodiscard]] SmallestImage smallest_image(const Grid& grid);

}  // namespace fiveproof::mutants
