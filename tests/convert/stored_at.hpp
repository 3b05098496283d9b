// What a proof stores of a position.
#pragma once

#include <string>
#include <string_view>

#include "game/symmetry.hpp"
#include "tests/positions.hpp"

namespace fiveproof::test {

/// "g7", "g7 h7" when contradictory, "-" for a record without a move, "absent" for none; in the orientation
/// in which it is asked. On 15x15.
inline std::string stored_at(const Proof& proof, std::string_view moves) {
  const Canonical canonical = canonical_form(after(moves));
  const auto [first, last] = proof.records.find(canonical.position);
  if (first == last) return "absent";
  std::string text;
  for (std::size_t i = first; i < last; ++i) {
    if (i != first) text += ' ';
    const auto move = proof.records.move(i);
    text += move ? to_text(canonical.to_canonical.inverse().apply(*move, 15)) : "-";
  }
  return text;
}

}  // namespace fiveproof::test
