// The texts of a foreign file: what its author wrote beside the moves.
#pragma once

#include "explore/json.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::page {

/// {"charset", "is-cut", "texts": [{"kind", "bytes", "black", "white", "to-move"}]}: comments in the order of
/// the file, then board texts, but for letters. "bytes" has a character for each byte (U+0000 to U+00FF), as
/// no charset is known here but the one that the file names, if any; an "old_comment"
/// (convert/renlib/renlib.hpp) is UTF-8. The stones are in the order of play, and left out where the line
/// cannot be played. Of more than `most_texts` the first ones are told.
[[nodiscard]] explore::Json texts_json(const GameTree& tree);

inline constexpr std::size_t most_texts = 100'000;

}  // namespace fiveproof::page
