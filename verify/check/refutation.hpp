// Looks for a winning threat sequence of the defender, so that a refuted move is one gap instead of one for
// each reply.
#pragma once

#include <optional>

#include "dbsearch/searcher.hpp"

namespace fiveproof::verify {

/// The first move of a winning threat sequence of the defender, who is to move in the AND position; absent
/// when `effort` nodes find none.
[[nodiscard]] std::optional<Square> refutation(dbsearch::Searcher& searcher, const Position& and_position,
                                               std::uint32_t effort);

}  // namespace fiveproof::verify
