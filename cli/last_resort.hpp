// The end of the process when there is no other: no memory left, and no frame that could say so.
//
// A destructor that needs memory, or what runs before main(), cannot throw: the process ends through
// std::terminate(). From the start of the program on that ends in a text on stderr, with exit code 2, and no
// temporary file stays. A broken invariant is not meant: that aborts (base/error.hpp).
#pragma once

#include <string_view>

namespace fiveproof::cli {

/// "fiveproof: TEXT" on stderr, whatever state the streams are in; takes no memory.
void say_at_last(std::string_view text) noexcept;

/// Of the exception that is being handled.
void tell_exception() noexcept;

}  // namespace fiveproof::cli
