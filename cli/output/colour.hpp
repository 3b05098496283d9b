// Colour on a terminal: how a verdict begins is green, red or yellow.
#pragma once

#include <string>

namespace fiveproof::cli {

/// Is the descriptor a terminal that shows colours, and does nobody say NO_COLOR (https://no-color.org)?
[[nodiscard]] bool has_colour(int descriptor);

/// A verdict line, or the line of an objection, with its capital words in their colour: what is VERIFIED in
/// green, what is UNDECIDED in yellow, all else in red.
[[nodiscard]] std::string coloured(const std::string& line);

}  // namespace fiveproof::cli
