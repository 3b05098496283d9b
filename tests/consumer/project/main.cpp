// A program of somebody else that uses an installed fiveproof.
#include <cstdio>

#include "game/five.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"

int main() {
  using namespace fiveproof;
  const auto moves = parse_squares("h8 a1 i8 a2 j8 a3 k8 a4 l8", 15);
  if (!moves.ok()) return 1;
  const auto position = position_after(moves.value(), 15);
  if (!position.ok() || !has_five(position.value(), RuleSet::standard, Color::black)) return 1;
  std::printf("%s", diagram(canonical_form(position.value()).position).c_str());
  return 0;
}
