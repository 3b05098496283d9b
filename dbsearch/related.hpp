// Related squares: where one more defender stone could spoil a winning threat sequence (Allis 1994, 5.4.2).
#pragma once

#include <span>

#include "dbsearch/field.hpp"
#include "dbsearch/threat.hpp"

namespace fiveproof::dbsearch {

/// A superset of the empty squares related to `sequence`: if replay says that it wins on `field`, replay says
/// so as well after one more defender stone on any square outside. The superset is
///   1. the lines of the threats, with their extensions, which cannot hurt, and
///   2. every window of five without an attacker's stone in which the defender has two stones or more,
///      counting the replies to all threats and whatever fours they could lead to.
/// A stone anywhere else lies in no window that the defence looks at: with or without it, replay
/// goes through the same steps.
[[nodiscard]] SquareSet related_squares(const Field& field, std::span<const Threat> sequence, int size);

/// The squares that the threats of `sequence` find empty. With a defender's stone on
/// any of them replay says no.
[[nodiscard]] SquareSet needed_squares(std::span<const Threat> sequence, int size);
/// The stones without which replay says no: the attacker must have them before `sequence` begins. They are
/// the rest squares of its threats that are not gains of earlier ones.
[[nodiscard]] SquareSet required_stones(std::span<const Threat> sequence, int size);

}  // namespace fiveproof::dbsearch
