// A claimed length as a comment: "claimed length 17".
//
// rv2 says of a move that the game is over N - 1 plies after it, at most: in its JSON where a line ends, in
// its store at every move. In a tree the number is a text, not bits of the source, because texts are what
// other formats show: an analyst who converts to .lib or SGF sees it beside the move, and coming back from
// there it is a number again, whatever the format was in between. The words are there so that a comment of
// somebody else is never taken for one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace fiveproof::convert {

[[nodiscard]] std::string comment_of_length(std::uint64_t plies);

/// Nothing when the comment is any other text, or when it was written in another way than above.
[[nodiscard]] std::optional<std::uint64_t> length_of_comment(std::span<const std::uint8_t> comment);

}  // namespace fiveproof::convert
