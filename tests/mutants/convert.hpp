// Between drafts and the project's own types, for the writers and for hints.
#pragma once

#include "game/position.hpp"
#include "proof/proof.hpp"
#include "tests/mutants/draft.hpp"
#include "verify/outcome/claim.hpp"

namespace fiveproof::mutants {

[[nodiscard]] RuleSet to_rule_set(Rule rule);
[[nodiscard]] Rule from_rule_set(RuleSet rule);
[[nodiscard]] Color to_color(char colour);
[[nodiscard]] char from_color(Color colour);
[[nodiscard]] Position to_position(const Grid& grid, char to_move);
[[nodiscard]] Grid to_grid(const Position& position);
/// require: every move is -1 or on the board.
[[nodiscard]] Proof to_proof(const Draft& draft);
[[nodiscard]] Draft to_draft(const Proof& proof);
[[nodiscard]] verify::Claim to_claim(const GridClaim& claim);

/// "a1"; "h8 a1".
[[nodiscard]] std::string name_of(int place, int size);
[[nodiscard]] std::string names_of(const Grid& grid, char colour);
/// Squares in a row, in small or large letters, with blanks, commas or nothing between. Absent: anything
/// else.
[[nodiscard]] std::optional<std::vector<int>> places_in(const std::string& text, int size);

}  // namespace fiveproof::mutants
