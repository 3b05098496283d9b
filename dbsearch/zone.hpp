// The zone of a winning threat sequence: where one more stone of the defender could spoil it.
//
// Much smaller than the related squares (dbsearch/related.hpp), as it follows the sequence step by step: a
// window that a gain has blocked by then is of no use to the defender, and cost squares count only once they
// are played. The lemma, and its proof, are in spec/dbsearch.md, section 4.
#pragma once

#include <span>

#include "dbsearch/field.hpp"
#include "dbsearch/threat.hpp"

namespace fiveproof::dbsearch {

/// The zone of `sequence` on `field`: after one more defender stone on any empty square outside the attacker
/// wins by the same sequence, and replay says so, unless it comes to a limit. Squares that are not empty may
/// be in it. require: replay says that the sequence wins on `field`, or on it with more defender stones.
[[nodiscard]] SquareSet zone_of(const Field& field, std::span<const Threat> sequence, int size);

}  // namespace fiveproof::dbsearch
