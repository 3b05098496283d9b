// A claim, "the attacker wins from here", and how it is said and read. Whoever checks somebody else's
// certificate states it himself: what a certificate claims is no evidence of what it ought to claim.
#pragma once

#include <string>

#include "kernel.hpp"

namespace fiveproof::audit {

struct Claim {
  Board root;
  Stone attacker = none, to_move = none;
};
[[nodiscard]] Claim claim_of(const Proved& proved);

/// "freestyle 15x15: black wins from black h8, white a1, black to move".
[[nodiscard]] std::string text_of(const Claim& claim);

/// Reads "RULE SIZE ATTACKER [ROOT]". SIZE is "15" or "15x15". ROOT is a list of moves, Black first, or
/// stones, "black h8 h9, white a1, white to move"; without it the empty board is meant. Throws
/// std::invalid_argument.
[[nodiscard]] Claim parse_claim(const std::string& text);

/// The same rule, size and attacker, and all squares equal under one of the eight symmetries.
[[nodiscard]] bool is_same(const Claim& a, const Claim& b);

}  // namespace fiveproof::audit
