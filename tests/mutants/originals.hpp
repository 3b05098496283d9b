// Small true proofs to be mutated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/position.hpp"
#include "tests/mutants/draft.hpp"

namespace fiveproof::mutants {

struct Original {
  std::string name;
  Draft draft;
  /// Down to the five: no search is needed.
  bool is_explicit = false;
};

/// How much a proof stores of what a search could find.
enum class Style {
  sparse,    ///< only what db-search does not answer
  leaves,    ///< and records without a move where it does
  thorough,  ///< everything, down to the five
};

/// Proves the roots, by quiet moves `depth` deep and threats. The test's own small solver.
[[nodiscard]] std::optional<Draft> solve(const std::vector<Position>& roots, RuleSet rule, Color attacker,
                                         Style style, int depth);

/// Both rules, both attackers, OR and AND roots, 6x6 to 9x9.
[[nodiscard]] std::vector<Original> small_originals();
/// Of renju, for both attackers: with forbidden replies, rows of six, and a four whose only answer is
/// forbidden.
[[nodiscard]] std::vector<Original> renju_originals();
/// A part of a larger proof: the claim is one of its records, and what that record needs. Of all records with
/// `least` to `most` records below them the first after `skip`.
[[nodiscard]] std::optional<Original> part_of(const Draft& whole, std::size_t least, std::size_t most,
                                              std::size_t skip);

}  // namespace fiveproof::mutants
