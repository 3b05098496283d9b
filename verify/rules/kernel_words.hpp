// Says positions, moves and rules in the words of the audit kernel, which knows none of ours.
#pragma once

#include <optional>

#include "game/position.hpp"
#include "game/rules.hpp"
#include "proof/proof.hpp"
#include "verify/audit/kernel.hpp"

namespace fiveproof::verify {

[[nodiscard]] audit::Rule to_kernel(RuleSet rule);
[[nodiscard]] audit::Stone to_kernel(Color c);
[[nodiscard]] audit::Point to_kernel(Square s, int size);
/// The kernel's word for no square is -1.
[[nodiscard]] audit::Point to_kernel(std::optional<Square> s, int size);
/// Makes the stones of `board` those of the position. require: both have the same size.
void to_kernel(const Position& position, audit::Board& board);

[[nodiscard]] RuleSet from_kernel(audit::Rule rule);
[[nodiscard]] Square from_kernel(audit::Point p, int size);
/// The stones of the board. A kernel's board has no side to move, so black is to move.
[[nodiscard]] Position from_kernel(const audit::Board& board);

/// A book of the records in the order of their table, closed, so that it is ready for look-ups.
[[nodiscard]] audit::Book book_of(RuleSet rule, const RecordTable& records);

}  // namespace fiveproof::verify
