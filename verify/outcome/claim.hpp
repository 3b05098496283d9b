// A claim: "with this rule set, on this board, the attacker wins from this root".
//
// A proof file makes its own claims; `--expect` states one outside the file, so that nobody has to read a
// file to know what was shown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "proof/proof.hpp"

namespace fiveproof::verify {

struct Claim {
  RuleSet rule = RuleSet::freestyle;
  int size = 15;
  Color attacker = Color::black;
  Root root{Position(), std::nullopt};
};

/// The claim that the root of index `root` makes. require: root < proof.roots.size().
[[nodiscard]] Claim claim_of(const Proof& proof, std::size_t root);

/// The claim in words: "freestyle 15x15: black wins from h8 a1".
[[nodiscard]] std::string to_text(const Claim& claim);

/// Reads `RULE SIZE ATTACKER [ROOT]`. SIZE is "15" or "15x15". ROOT is a list of moves, Black first, or
/// stones: "black h8 h9, white a1, white to move"; without it the empty board is meant. Errors are
/// ErrorCode::usage, or what the notation says.
[[nodiscard]] Result<Claim> parse_claim(std::string_view text);

/// Does the file claim exactly `expected`: its rule set, board size and attacker, and one root, whose
/// position equals the expected one up to the eight symmetries? Absent: yes. Otherwise a sentence that says
/// what was expected and what the file claims instead.
[[nodiscard]] std::optional<std::string> difference(const Proof& proof, const Claim& expected);

}  // namespace fiveproof::verify
