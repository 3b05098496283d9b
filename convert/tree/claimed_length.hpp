// A claimed length as a comment: "claimed length 17".
//
// rv2 says of a move that the game is over at most N - 1 plies after it: in its JSON where a line ends, in
// its store at every move. In a tree the number N is a text, not bits of the source, because texts are what
// other formats show: an analyst who converts to .lib or SGF sees it beside the move, and when the file comes
// back it is a number again, whatever the format was in between. The words before it keep somebody else's
// comment from being taken for a length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "convert/syntax/bytes.hpp"

namespace fiveproof::convert {

/// The comment for the length N.
[[nodiscard]] std::string comment_of_length(std::uint64_t plies);

/// The length that a comment claims; nothing for any text that comment_of_length does not make.
[[nodiscard]] std::optional<std::uint64_t> length_of_comment(View comment);

}  // namespace fiveproof::convert
