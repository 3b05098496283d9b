// Positions, moves and rules in the words of the audit kernel, which knows none of ours.
#pragma once

#include <optional>

#include "game/position.hpp"
#include "game/rules.hpp"
#include "proof/proof.hpp"
#include "verify/audit/kernel.hpp"

namespace fiveproof::verify {

/// require: is_playable(rule), and the kernel knows it.
[[nodiscard]] audit::Rule to_kernel(RuleSet rule);
[[nodiscard]] audit::Stone to_kernel(Color c);
[[nodiscard]] audit::Point to_kernel(Square s, int size);
/// -1 for no square.
[[nodiscard]] audit::Point to_kernel(std::optional<Square> s, int size);
/// Makes `board`, of the same size, that of the position.
void to_kernel(const Position& position, audit::Board& board);

[[nodiscard]] RuleSet from_kernel(audit::Rule rule);
[[nodiscard]] Square from_kernel(audit::Point p, int size);
/// The stones; black to move.
[[nodiscard]] Position from_kernel(const audit::Board& board);

/// The records of a proof in the order of their table; closed.
[[nodiscard]] audit::Book book_of(RuleSet rule, const RecordTable& records);

}  // namespace fiveproof::verify
