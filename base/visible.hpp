// Text that came from outside, a file's name or what stands in a file, made fit for one line of a terminal.
#pragma once

#include <string>
#include <string_view>

namespace fiveproof {

/// Control characters, ends of lines, turns of writing direction and bytes that are no UTF-8 come as \x1b.
/// All else stays. Doing it twice is the same as once.
[[nodiscard]] std::string visible(std::string_view text);

}  // namespace fiveproof
